/**
 * An example of each request, as a line for a shell; /docs shows them and a test runs them in this order. `$URL` is where the server is, `work.csv` what
 * "shoal generate work" makes, `$TOKEN` the second token; other names are set by the lines before.
 */
export const examples: Readonly<Record<string, string>> = {
  health: 'curl -fsS $URL/healthz',
  openApi: 'curl -fsS $URL/openapi.json',
  docs: 'curl -fsS $URL/docs',
  explainCode: 'curl -fsS $URL/problems/policy/no-subject',
  policySchema: 'curl -fsS $URL/api/v1/schema',
  explainWord: 'curl -fsS "$URL/api/v1/explain?word=unicity"',
  metrics: 'curl -fsS $URL/metrics',
  listSources: 'curl -fsS $URL/api/v1/sources',
  startUpload:
    'UPLOAD=$(curl -fsS -X POST -H "upload-length: $(wc -c < work.csv | tr -d " ")" "$URL/api/v1/uploads?format=csv" | sed "s/.*\\"id\\":\\"\\([0-9a-f]*\\).*/\\1/")',
  continueUpload:
    'curl -fsS -X PATCH -H "upload-offset: 0" -H "content-type: application/offset+octet-stream" --data-binary @work.csv $URL/api/v1/uploads/$UPLOAD',
  showUpload: 'curl -fsS -I $URL/api/v1/uploads/$UPLOAD',
  listUploads: 'curl -fsS $URL/api/v1/uploads',
  inspectData: `curl -fsS -H "content-type: application/json" -d "{\\"upload\\": \\"$UPLOAD\\"}" $URL/api/v1/inspect`,
  draftPolicy: `curl -fsS -H "content-type: application/json" -d "{\\"upload\\": \\"$UPLOAD\\", \\"choices\\": {\\"k\\": 5}}" $URL/api/v1/draft`,
  checkPolicy: `POLICY='{"subject": "ID", "series": "H1..H8", "drop": "Name,Surname", "sensitive": "Performance_SD"}'
curl -fsS -H "content-type: application/json" -d "{\\"upload\\": \\"$UPLOAD\\", \\"policy\\": $POLICY}" $URL/api/v1/check`,
  planRelease: `curl -fsS -H "content-type: application/json" -d "{\\"upload\\": \\"$UPLOAD\\", \\"policy\\": $POLICY}" $URL/api/v1/plan`,
  previewRelease: `curl -fsS -H "content-type: application/json" -H "shoal-internal-token: $TOKEN" -d "{\\"upload\\": \\"$UPLOAD\\", \\"policy\\": $POLICY, \\"rows\\": 3}" $URL/api/v1/preview`,
  makeSweep: `SWEEP=$URL$(curl -fsS -o /dev/null -w '%header{location}' -H "content-type: application/json" -d "{\\"upload\\": \\"$UPLOAD\\", \\"policy\\": $POLICY, \\"grid\\": {\\"k\\": [5, 10], \\"method\\": [\\"naive\\"], \\"p\\": [2], \\"maxLevel\\": [5]}}" $URL/api/v1/sweeps)`,
  followSweep: 'curl -fsSN $SWEEP/events',
  showSweep: 'curl -fsS $SWEEP',
  listSweeps: 'curl -fsS $URL/api/v1/sweeps',
  listSweepFiles: 'curl -fsS $SWEEP/files',
  downloadSweepFile: 'curl -fsS $SWEEP/files/sweep.csv -o sweep.csv',
  cancelSweep: 'curl -fsS -X POST $SWEEP/cancel',
  endOrRemoveSweep: 'curl -fsS -X DELETE $SWEEP',
  makeRelease: `JOB=$URL$(curl -fsS -o /dev/null -w '%header{location}' -H "content-type: application/json" -d "{\\"upload\\": \\"$UPLOAD\\", \\"policy\\": $POLICY}" $URL/api/v1/releases)`,
  followJob: 'curl -fsSN $JOB/events',
  showJob: 'curl -fsS $JOB',
  cancelJob: 'curl -fsS -X POST $JOB/cancel',
  listJobs: 'curl -fsS "$URL/api/v1/releases?limit=10"',
  listFiles: 'curl -fsS $JOB/files',
  downloadFile: 'curl -fsS $JOB/files/prism_anonymized.csv -o prism_anonymized.csv',
  showReport: 'curl -fsS "$JOB/report?lang=it" -o rapporto.html',
  downloadArchive: 'curl -fsS $JOB/archive -o release.zip',
  listInternalFiles: 'curl -fsS -H "shoal-internal-token: $TOKEN" $JOB/internal',
  downloadInternalFile: 'curl -fsS -H "shoal-internal-token: $TOKEN" $JOB/internal/manifest.json -o internal-manifest.json',
  showInternalReport: 'curl -fsS -H "shoal-internal-token: $TOKEN" $JOB/internal/report -o internal-report.html',
  downloadInternalArchive: 'curl -fsS -H "shoal-internal-token: $TOKEN" $JOB/internal-archive -o internal-release.zip',
  signOff: `curl -fsS -H "content-type: application/json" -H "shoal-internal-token: $TOKEN" -d '{"name": "Ana Novak", "role": "Data protection officer"}' $JOB/sign-off`,
  verifyRelease: 'curl -fsS -H "content-type: application/zip" --data-binary @release.zip $URL/api/v1/verify',
  compareReleases: `OTHER=$(curl -fsS -o /dev/null -w '%header{location}' -F policy="$POLICY" -F file=@work.csv $URL/api/v1/releases)
curl -fsSN $URL$OTHER/events -o /dev/null
curl -fsS -H "content-type: application/json" -d "{\\"releases\\": [\\"\${JOB##*/}\\", \\"\${OTHER##*/}\\"]}" $URL/api/v1/compare`,
  exitHourlyFlow:
    'curl -fsS "$URL/api/analytics/truck/exit-hourly-flow-k-anonymized?start_date=2023-01-02&end_date=2023-01-08&k=5"',
  agent: `curl -fsS -H "content-type: application/json" -H "accept: application/json, text/event-stream" -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}' $URL/mcp`,
  removeUpload: 'curl -fsS -X DELETE $URL/api/v1/uploads/$UPLOAD',
  endOrRemoveJob: 'curl -fsS -X DELETE $JOB',
};
