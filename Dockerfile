# Built from the folder that `npm run container` makes, without a network:
#   npm run container && docker build --network none -t shoal coverage/container
# A command over files here:   docker run --rm -v "$PWD:/data" shoal run work.csv --policy shoal.yaml
# The server, with its token:  docker run -p 8080:8080 -v "$PWD/token:/run/secrets/token:ro" -v shoal:/var/lib/shoal shoal
FROM node:20-slim
COPY app/ /opt/shoal/
RUN ln -s /opt/shoal/bin/shoal.js /usr/local/bin/shoal \
 && chmod 755 /opt/shoal/bin/shoal.js \
 && install -d -o node -g node -m 700 /var/lib/shoal /data
USER node
WORKDIR /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["shoal"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8080", "--state", "/var/lib/shoal", "--token-file", "/run/secrets/token"]
