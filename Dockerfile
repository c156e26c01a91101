# The whole service in one container: `docker build -t rollstream .`, `docker run -p 8000:8000 -v rollstream:/data rollstream`.
# compose.yaml and deploy/kubernetes run each process in a container of its own from the same image.
FROM python:3.13-slim AS build
WORKDIR /src
COPY . .
RUN python -m venv /opt/rollstream \
 && /opt/rollstream/bin/pip install --no-cache-dir --disable-pip-version-check --constraint constraints.txt .

FROM python:3.13-slim
# The user has a number: Kubernetes checks that it is not root, and files on the host can be given to it.
RUN useradd --user-group --uid 10001 --no-create-home --shell /usr/sbin/nologin rollstream \
 && mkdir /data \
 && chown rollstream:rollstream /data
COPY --from=build /opt/rollstream /opt/rollstream
USER 10001:10001
WORKDIR /
ENV PATH=/opt/rollstream/bin:$PATH PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8000
# A stop lets requests and streams end: ten seconds, as `docker stop` gives.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=2)"]
ENTRYPOINT ["rollstream"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--data", "/data"]
