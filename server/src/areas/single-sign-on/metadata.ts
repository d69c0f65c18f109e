import { MOST_CERTIFICATES } from '@cam/contracts/server';
import type { XmlElement } from '../../platform/aws/xml';
import { unprocessable } from '../../platform/http/errors';
import { readCertificate, type StoredCertificate } from './certificates';
import { childrenOf, readElements } from './xml-elements';

/** The parts of a provider's metadata that CAM uses. */
export interface ProviderMetadata {
  entityId: string;
  signOnUrl: string;
  certificates: StoredCertificate[];
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/**
 * Reads the metadata of a provider.
 * @param mayUse reports whether browsers may be sent to an address
 * @throws ApiError 422 with a sentence that says what is missing
 * @see https://docs.oasis-open.org/security/saml/v2.0/saml-metadata-2.0-os.pdf
 */
export function readMetadata(text: string, mayUse: (url: URL) => boolean): ProviderMetadata {
  const [entity, another] = entitiesOf(parse(text)).filter((one) => childrenOf(one, 'IDPSSODescriptor').length > 0);
  if (!entity) throw refused('This metadata describes no identity provider. Copy the metadata of the provider, not that of CAM.');
  if (another) throw refused('This metadata describes several identity providers. Copy the one of your organization alone.');
  const entityId = entity.attributes.entityID ?? '';
  const [role] = childrenOf(entity, 'IDPSSODescriptor');
  const service = childrenOf(role, 'SingleSignOnService').find(({ attributes }) => attributes.Binding === REDIRECT);
  if (entityId === '') throw refused('This metadata has no entity ID. Export it from the provider again.');
  if (!service) throw refused('This metadata has no sign-on address for the HTTP-Redirect binding. Enable that binding in the provider.');
  const signOnUrl = service.attributes.Location ?? '';
  if (!URL.canParse(signOnUrl) || !mayUse(new URL(signOnUrl))) throw refused(`The sign-on address "${signOnUrl}" does not begin with https.`);
  const found = childrenOf(role, 'KeyDescriptor')
    .filter(({ attributes }) => (attributes.use ?? 'signing') === 'signing')
    .flatMap((key) => childrenOf(key, 'KeyInfo'))
    .flatMap((info) => childrenOf(info, 'X509Data'))
    .flatMap((data) => childrenOf(data, 'X509Certificate'))
    .map(({ text: certificate }) => readCertificate(certificate));
  const certificates = [...new Map(found.map((one) => [one.fingerprint, one])).values()];
  if (certificates.length === 0) throw refused('This metadata has no signing certificate. Export it from the provider again.');
  if (certificates.length > MOST_CERTIFICATES)
    throw refused(
      `This metadata has ${certificates.length} signing certificates. Remove the ones that are not in use, so that ${MOST_CERTIFICATES} are left.`,
    );
  return { entityId, signOnUrl, certificates };
}

/** Returns the entities of a document, which may collect several. */
function entitiesOf(root: XmlElement): XmlElement[] {
  if (root.name === 'EntityDescriptor') return [root];
  return root.name === 'EntitiesDescriptor' ? root.children.flatMap(entitiesOf) : [];
}

function parse(text: string): XmlElement {
  try {
    return readElements(text.trim());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw refused('This is not the metadata of a provider: it is not well-formed XML, or has a document type.');
  }
}

function refused(message: string): Error {
  return unprocessable('METADATA', message);
}
