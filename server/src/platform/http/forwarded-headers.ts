import type { FastifyInstance } from 'fastify';

/**
 * Replaces the forwarded headers of each request with what the server itself knows: the client's address as the trusted proxies give it, and the public
 * address of the installation. The OpenID provider reads these headers for its cookies and addresses, and a client must not choose them.
 */
export function replaceForwardedHeaders(app: FastifyInstance, publicUrl: string): void {
  const { protocol, host } = new URL(publicUrl);
  app.addHook('onRequest', async (request) => {
    const { headers } = request.raw;
    headers['x-forwarded-for'] = request.ip;
    headers['x-forwarded-proto'] = protocol.slice(0, -1);
    headers['x-forwarded-host'] = host;
    for (const name of ['forwarded', 'x-forwarded-port', 'x-real-ip']) delete headers[name];
  });
}
