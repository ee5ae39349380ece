# Floe's server in a container: docs/hosting.md tells how it is used.

FROM node:24-slim AS web
WORKDIR /floe/web
COPY web/package.json web/package-lock.json ./
RUN npm install --no-save --no-audit --no-fund
COPY web ./
RUN npm run build

FROM python:3.13-slim AS wheel
WORKDIR /floe
COPY requirements/server.lock /tmp/server.lock
RUN pip install --no-cache-dir --require-hashes --requirement /tmp/server.lock \
    && pip install --no-cache-dir hatchling==1.33.0
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
COPY docs/games ./docs/games
COPY tools/kernels.py ./tools/kernels.py
RUN PYTHONPATH=src python tools/kernels.py native
COPY --from=web /floe/web/dist ./src/floe/server/web
RUN pip wheel --no-deps --no-build-isolation --wheel-dir /wheels .

FROM python:3.13-slim
COPY requirements/server.lock /tmp/server.lock
RUN pip install --no-cache-dir --require-hashes --requirement /tmp/server.lock
COPY --from=wheel /wheels /wheels
RUN pip install --no-cache-dir --no-deps /wheels/floe-*.whl \
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
