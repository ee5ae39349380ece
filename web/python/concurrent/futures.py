"""A page has one thread: what is handed over is done at once."""


class _Done:
    def __init__(self, result):
        self._result = result

    def result(self):
        return self._result


class ThreadPoolExecutor:
    def __init__(self, threads, thread_name_prefix=""):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        pass

    def submit(self, function, *args):
        return _Done(function(*args))

    def shutdown(self, wait=True, cancel_futures=False):
        pass
