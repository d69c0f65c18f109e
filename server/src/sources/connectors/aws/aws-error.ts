import { faultOf, ProviderError, type ProviderFault } from '../http/provider-error';
import type { ProviderResponse } from '../http/transport';
import { childOf, parseXml, type XmlElement } from '../../../platform/aws/xml';

/** Error codes that mean throttling, whatever the status. @see https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html */
const THROTTLED =
  /^(?:Throttling(?:Exception)?|ThrottledException|RequestThrottled(?:Exception)?|TooManyRequestsException|ProvisionedThroughputExceededException|TransactionInProgressException|RequestLimitExceeded|BandwidthLimitExceeded|LimitExceededException|SlowDown|PriorRequestNotComplete|EC2ThrottledException)$/;

/** The keys have expired; the same request works with new ones. */
const EXPIRED = /^(?:ExpiredToken(?:Exception)?|RequestExpired|TokenRefreshRequired)$/;

const DENIED =
  /^(?:AccessDenied(?:Exception)?|AccessDeniedForDependencyException|UnauthorizedOperation|AuthorizationError(?:Exception)?|Client\.UnauthorizedOperation|AuthFailure|AllAccessDisabled|InvalidClientTokenId|UnrecognizedClientException|SignatureDoesNotMatch|InvalidAccessKeyId|OptInRequired|SubscriptionRequiredException|NotAuthorized|KMSAccessDeniedException)$/;
/** Error codes of a region that is not enabled in the account; it does not even know the keys. */
const REGION_DISABLED = /^(?:AuthFailure|OptInRequired|InvalidClientTokenId|UnrecognizedClientException)$/;
const GONE = /NotFound|NoSuch|NonExistent|DoesNotExist/;

/** Returns whether a response throttles the request. */
export function isThrottled(answer: ProviderResponse): boolean {
  return answer.status >= 400 && THROTTLED.test(errorDetails(answer).code);
}

/** Returns whether the keys of a request have expired. */
export function isExpired({ code }: ProviderError): boolean {
  return EXPIRED.test(code);
}

/** Returns whether a region cannot be read at all: the organization blocks it, it is not enabled, or it does not respond. */
export function isRegionBlocked({ fault, code, message }: ProviderError): boolean {
  if (fault === 'failed') return true;
  return fault === 'denied' && (REGION_DISABLED.test(code) || /explicit deny in a (?:service|resource) control policy/i.test(message));
}

/** Returns the error for a failed response. @param action of the request: `ec2:DescribeVpcs in eu-west-1` */
export function awsError(action: string, answer: ProviderResponse): ProviderError {
  const { code, message } = errorDetails(answer);
  const details = [code, message].filter((part) => part !== '').join(': ');
  return new ProviderError(
    faultBy(code, answer.status),
    `AWS returned ${answer.status} for ${action}${details && `: ${details}`}`,
    answer.status,
    code,
  );
}

function faultBy(code: string, status: number): ProviderFault {
  if (THROTTLED.test(code)) return 'failed';
  if (DENIED.test(code)) return 'denied';
  return GONE.test(code) ? 'gone' : faultOf(status);
}

/** Returns code and message of a failed response, in the formats of all AWS protocols. */
function errorDetails({ headers, text }: ProviderResponse): { code: string; message: string } {
  const named = headers.get('x-amzn-errortype') ?? '';
  const body = text.trimStart();
  const { code, message } = body.startsWith('<') ? xmlErrorDetails(body) : jsonErrorDetails(body);
  // `com.amazonaws.kms#NotFoundException`, `ResourceNotFoundException:http://...`
  const plain = (code || named).split('#').at(-1)?.split(':')[0] ?? '';
  return { code: plain.replace(/^AWS\.SimpleQueueService\./, ''), message: message.replace(/\s+/g, ' ').trim().slice(0, 400) };
}

function xmlErrorDetails(body: string): { code: string; message: string } {
  try {
    const error = errorIn(parseXml(body));
    return { code: childOf(error, 'Code')?.text ?? '', message: childOf(error, 'Message')?.text ?? '' };
  } catch {
    return { code: '', message: '' };
  }
}

function errorIn(root: XmlElement): XmlElement | undefined {
  return root.name === 'Error' ? root : (childOf(root, 'Error') ?? childOf(childOf(root, 'Errors'), 'Error'));
}

function jsonErrorDetails(body: string): { code: string; message: string } {
  try {
    const answer = (JSON.parse(body) ?? {}) as Record<string, unknown>;
    const first = (...values: unknown[]): string => String(values.find((value) => typeof value === 'string') ?? '');
    return { code: first(answer.__type, answer.code, answer.Code), message: first(answer.message, answer.Message, answer.errorMessage) };
  } catch {
    return { code: '', message: '' };
  }
}
