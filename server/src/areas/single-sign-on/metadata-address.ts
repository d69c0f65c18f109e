import { badGateway, unprocessable } from '../../platform/http/errors';
import { readRaw } from '../../platform/http/raw-body';
import { sendOutbound } from '../../platform/security/outbound-request';
import { ForbiddenTarget, type OutboundTargets } from '../../platform/security/outbound-targets';

/** Time limit of the provider, s. */
const LIMIT = 10;
/** Bytes of metadata. */
const LARGEST = 500_000;

/**
 * Loads the metadata of a provider. It follows no redirect, and reaches no address that is not global unless the operator allowed its network.
 * @throws ApiError 422 for an address that may not be used, 502 if it does not answer with metadata
 */
export async function loadMetadata(address: string, targets: OutboundTargets): Promise<string> {
  const url = URL.canParse(address) ? new URL(address) : null;
  const mayUse = url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && (await targets.isTrusted(url.hostname))));
  if (!mayUse || url.username !== '' || url.password !== '')
    throw unprocessable('METADATA_ADDRESS', 'The address of the metadata must begin with https:// and have no password in it.');
  const signal = AbortSignal.timeout(LIMIT * 1000);
  try {
    const answer = await sendOutbound(
      { method: 'GET', url, headers: { accept: 'application/xml, */*' }, body: null, seconds: LIMIT, signal },
      targets,
    );
    if (answer.statusCode !== 200) {
      answer.resume();
      throw badGateway(
        'METADATA_ADDRESS',
        `The address of the metadata answered with status ${answer.statusCode}. Open it in a browser, and copy its final address.`,
      );
    }
    return (await readRaw(answer, LARGEST)).toString('utf8');
  } catch (error) {
    if (error instanceof ForbiddenTarget)
      throw unprocessable(
        'METADATA_ADDRESS',
        'The address of the metadata is in a private network. Paste the metadata, or ask your operator to allow the network.',
      );
    if (error instanceof Error && 'userMessage' in error) throw error;
    throw badGateway('METADATA_ADDRESS', 'The address of the metadata does not answer. Check it, or paste the metadata.');
  }
}
