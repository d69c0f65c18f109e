// Health check of the server's image: exits with 0 if the process answers on its port.
const { PORT = '8080', CAM_ROLE, REPORTS_PORT = '30103' } = process.env;
const port = CAM_ROLE === 'reports' ? REPORTS_PORT : PORT;
const isHealthy = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2500) }).then(
  (response) => response.ok,
  () => false,
);
process.exit(isHealthy ? 0 : 1);
