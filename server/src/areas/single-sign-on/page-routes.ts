import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { escapeXml } from '../../platform/aws/xml';
import { SignOnRefusal } from '../../platform/security/sign-on-refusal';
import { messagePage, MOUNT_PATH, PASS_COOKIE, readForm, type SignInForm } from '../identity-platform';
import type { Described, SamlConnections } from './connections';
import { LARGEST_RESPONSE } from './response';
import type { SingleSignOn } from './single-sign-on';

/** Bytes of a form with a response: percent signs make it longer. */
const LARGEST_FORM = LARGEST_RESPONSE * 2;
/** Shape of the id of a connection. */
const CONNECTION_ID = /^[A-Za-z0-9_-]{22}$/;

/** Mounts the addresses that providers use: CAM's metadata, and the assertion consumer service (ACS). */
export function samlPageRoutes(app: FastifyInstance, connections: SamlConnections, signOn: SingleSignOn, https: boolean): void {
  app.get(`${MOUNT_PATH}/saml/:id/metadata`, async (request, reply) => {
    const { id } = request.params as { id: string };
    if (!CONNECTION_ID.test(id)) return reply.code(404).type('text/html; charset=utf-8').send(unknownPage());
    const described = await connections.described(id);
    return reply.type('application/samlmetadata+xml; charset=utf-8').send(metadataOf(described));
  });

  app.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { bodyLimit: LARGEST_FORM }, (_request: FastifyRequest, payload: Readable) =>
      readForm(payload, LARGEST_FORM),
    );

    // RelayState is not read: CAM knows from the sealed request where a sign-in goes on, so no message can send a browser elsewhere.
    pages.post(`${MOUNT_PATH}/saml/:id/acs`, async (request, reply) => {
      const { id } = request.params as { id: string };
      const encoded = (request.body as SignInForm | undefined)?.fields.SAMLResponse ?? '';
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
      try {
        const accepted = await signOn.accept(id, encoded, request.ip);
        if (accepted.kind === 'test') return await reply.send(testedPage(accepted.isPassed));
        const { uid, pass } = accepted;
        // The browser comes from another site, so it sends no cookie of the sign-in here. It does after this redirect, which binds the pass to it.
        if (uid !== null) return await reply.redirect(`${MOUNT_PATH}/sign-in/${encodeURIComponent(uid)}/single-sign-on?pass=${pass}`, 303);
        const secure = https ? '; Secure' : '';
        reply.header('set-cookie', `${PASS_COOKIE}=${pass}; Path=${MOUNT_PATH}/sign-in; Max-Age=120; HttpOnly; SameSite=Lax${secure}`);
        return await reply.redirect('/login', 303);
      } catch (error) {
        if (!(error instanceof SignOnRefusal)) throw error;
        request.log.info({ reason: error.reason, connection: id, address: request.ip }, 'single sign-on refused');
        return reply.code(403).send(refusedPage(error.sentence));
      }
    });
  });
}

/** Returns the metadata of CAM. @see https://docs.oasis-open.org/security/saml/v2.0/saml-metadata-2.0-os.pdf section 2.4.4 */
function metadataOf({ entity_id: entityId, acs_url: acsUrl, signsRequests, certificates }: Described): string {
  const keys = certificates.map((pem) => pem.replace(/-----[^-]+-----|\s/g, ''));
  const described = (use: string, key: string): string =>
    `    <KeyDescriptor use="${use}"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${key}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>\n`;
  // A provider encrypts for the first key of this use, so only the one that stays is named; both count.
  const [first] = keys;
  const all = keys.map((key) => described('signing', key)).join('') + (first === undefined ? '' : described('encryption', first));
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escapeXml(entityId)}">
  <SPSSODescriptor AuthnRequestsSigned="${signsRequests}" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
${all}    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeXml(acsUrl)}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;
}

function testedPage(isPassed: boolean): string {
  return messagePage({
    title: isPassed ? 'The test passed' : 'The test failed',
    text: 'Close this window and return to Settings, which shows what your provider sent. Nobody was signed in.',
  });
}

function refusedPage(text: string): string {
  return messagePage({ title: 'Sign-in refused', text, link: { href: '/login', label: 'Sign in again' } });
}

function unknownPage(): string {
  return messagePage({ title: 'Not found', text: 'Copy the address again from Settings, Single sign-on.' });
}
