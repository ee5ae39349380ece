# Floe's server in a container: docs/hosting.md tells how it is used.
#
# Another image with Python does as well, such as one of a mirror: --build-arg PYTHON=registry.example.org/python:3.13

ARG PYTHON=docker.io/library/python:3.13-slim

FROM ${PYTHON} AS build
WORKDIR /floe
RUN apt-get update -qq \
    && apt-get install --yes --no-install-recommends lld \
    && rm -rf /var/lib/apt/lists/*
COPY requirements/server.lock requirements/node.lock ./requirements/
RUN pip install --no-cache-dir --require-hashes --requirement requirements/server.lock \
    && pip install --no-cache-dir --require-hashes --requirement requirements/node.lock \
    && pip install --no-cache-dir hatchling==1.33.0
COPY pyproject.toml README.md LICENSE ./
COPY docs/games ./docs/games
COPY tools ./tools
COPY web ./web
COPY src ./src
ENV PYTHONPATH=/floe/src
RUN python tools/web.py build
RUN python tools/kernels.py native
RUN pip wheel --no-deps --no-build-isolation --wheel-dir /wheels .

FROM ${PYTHON}
COPY requirements/server.lock /tmp/server.lock
RUN pip install --no-cache-dir --require-hashes --requirement /tmp/server.lock
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-deps /wheels/floe_games-*.whl \
    && useradd --system --no-create-home floe \
    && install --directory --owner=floe --mode=700 /data /cache
USER floe
# Games are kept in /data, unless FLOE_DATABASE names a server. What is compiled for the machine is kept in /cache.
ENV FLOE_HOST=0.0.0.0 FLOE_DATABASE=/data/floe.sqlite FLOE_CACHE_DIR=/cache PYTHONUNBUFFERED=1
VOLUME ["/data", "/cache"]
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
ENTRYPOINT ["floe"]
CMD ["serve"]
