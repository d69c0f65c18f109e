import { faultOf, ProviderError, type ProviderFault } from '../http/provider-error';
import type { ProviderAnswer } from '../http/transport';
import { childOf, parseXml, type XmlElement } from './xml';

/** By which services of AWS put a request off, whatever its status. Source: "Retry behavior", AWS SDKs and Tools Reference Guide. */
const THROTTLED =
  /^(?:Throttling(?:Exception)?|ThrottledException|RequestThrottled(?:Exception)?|TooManyRequestsException|ProvisionedThroughputExceededException|TransactionInProgressException|RequestLimitExceeded|BandwidthLimitExceeded|LimitExceededException|SlowDown|PriorRequestNotComplete|EC2ThrottledException)$/;

/** The keys ended: with new ones the same request will do. */
const ENDED = /^(?:ExpiredToken(?:Exception)?|RequestExpired|TokenRefreshRequired)$/;

const DENIED =
  /^(?:AccessDenied(?:Exception)?|AccessDeniedForDependencyException|UnauthorizedOperation|AuthorizationError(?:Exception)?|Client\.UnauthorizedOperation|AuthFailure|AllAccessDisabled|InvalidClientTokenId|UnrecognizedClientException|SignatureDoesNotMatch|InvalidAccessKeyId|OptInRequired|SubscriptionRequiredException|NotAuthorized|KMSAccessDeniedException)$/;
/** By which a region says that it is not on in the account: it does not even know the keys. */
const NOT_ON = /^(?:AuthFailure|OptInRequired|InvalidClientTokenId|UnrecognizedClientException)$/;
const GONE = /NotFound|NoSuch|NonExistent|DoesNotExist/;

/** Whether an answer puts the request off. */
export function putsOff(answer: ProviderAnswer): boolean {
  return answer.status >= 400 && THROTTLED.test(said(answer).code);
}

export function isEnded({ code }: ProviderError): boolean {
  return ENDED.test(code);
}

/** Whether nothing can be asked in a region: the organization keeps everybody from it, it is not on in the account, or it does not answer. */
export function isShut({ fault, code, message }: ProviderError): boolean {
  if (fault === 'failed') return true;
  return fault === 'denied' && (NOT_ON.test(code) || /explicit deny in a (?:service|resource) control policy/i.test(message));
}

/** @param asked what was asked for: `ec2:DescribeVpcs in eu-west-1` */
export function awsError(asked: string, answer: ProviderAnswer): ProviderError {
  const { code, message } = said(answer);
  const words = [code, message].filter((part) => part !== '').join(': ');
  return new ProviderError(faultBy(code, answer.status), `AWS answered ${answer.status} for ${asked}${words && `: ${words}`}`, answer.status, code);
}

function faultBy(code: string, status: number): ProviderFault {
  if (THROTTLED.test(code)) return 'failed';
  if (DENIED.test(code)) return 'denied';
  return GONE.test(code) ? 'gone' : faultOf(status);
}

/** What an answer that is none says, in the shapes of all of AWS's protocols. */
function said({ headers, text }: ProviderAnswer): { code: string; message: string } {
  const named = headers.get('x-amzn-errortype') ?? '';
  const body = text.trimStart();
  const { code, message } = body.startsWith('<') ? saidInXml(body) : saidInJson(body);
  // `com.amazonaws.kms#NotFoundException`, `ResourceNotFoundException:http://...`
  const plain = (code || named).split('#').at(-1)?.split(':')[0] ?? '';
  return { code: plain.replace(/^AWS\.SimpleQueueService\./, ''), message: message.replace(/\s+/g, ' ').trim().slice(0, 400) };
}

function saidInXml(body: string): { code: string; message: string } {
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

function saidInJson(body: string): { code: string; message: string } {
  try {
    const answer = (JSON.parse(body) ?? {}) as Record<string, unknown>;
    const first = (...values: unknown[]): string => String(values.find((value) => typeof value === 'string') ?? '');
    return { code: first(answer.__type, answer.code, answer.Code), message: first(answer.message, answer.Message, answer.errorMessage) };
  } catch {
    return { code: '', message: '' };
  }
}
