from _lowered import _dict, _native_dict


def deepcopy(value):
    if isinstance(value, _native_dict):
        return _dict([(key, deepcopy(value[key])) for key in value])
    if isinstance(value, list):
        return [deepcopy(one) for one in value]
    return value


copy = deepcopy
