import type { OutboundTargets } from '../../platform/security/outbound-targets';

/** The addresses of a cloud of Microsoft in which bots of Microsoft Teams work. */
export interface MicrosoftCloud {
  /** Address at which bots get the tokens for their calls. */
  signIn: string;
  scope: string;
  /** OpenID metadata of the Bot Connector service, which signs its calls to bots. */
  metadata: string;
  issuer: string;
  /** Hosts of the service URLs of Microsoft Teams. */
  hosts: readonly string[];
}

/**
 * The public cloud, which also serves the Government Community Cloud, and that of the government of the United States.
 * @see https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication and
 * https://learn.microsoft.com/azure/bot-service/how-to-deploy-gov-cloud-high
 */
const CLOUDS: readonly [MicrosoftCloud, ...MicrosoftCloud[]] = [
  {
    signIn: 'https://login.microsoftonline.com',
    scope: 'https://api.botframework.com/.default',
    metadata: 'https://login.botframework.com/v1/.well-known/openidconfiguration',
    issuer: 'https://api.botframework.com',
    hosts: ['smba.trafficmanager.net', 'smba.infra.gcc.teams.microsoft.com'],
  },
  {
    signIn: 'https://login.microsoftonline.us',
    scope: 'https://api.botframework.us/.default',
    metadata: 'https://login.botframework.azure.us/v1/.well-known/openidconfiguration',
    issuer: 'https://api.botframework.us',
    hosts: ['smba.infra.gov.teams.microsoft.us', 'smba.infra.dod.teams.microsoft.us'],
  },
];

/** Returns the cloud of a sign-in address. Another address is that of a gateway of the operator to the public cloud, which serves the metadata too. */
export function cloudOf(url: string): MicrosoftCloud {
  const signIn = url.trim().replace(/\/+$/, '');
  const known = CLOUDS.find((cloud) => cloud.signIn === signIn);
  return known ?? { ...CLOUDS[0], signIn, metadata: `${signIn}/v1/.well-known/openidconfiguration`, hosts: [] };
}

/** Reports whether a sign-in address is that of Microsoft, or stands in a network that the operator allows by name. */
export async function isSignInAddress(url: string, targets: OutboundTargets): Promise<boolean> {
  return CLOUDS.some(({ signIn }) => signIn === cloudOf(url).signIn) || targets.isTrusted(new URL(url).hostname);
}

/** Reports whether messages, and the token of the bot with them, may go to a service URL: Microsoft's, or one in a network that the operator allows by name. */
export async function isServiceUrl(text: string, { hosts }: MicrosoftCloud, targets: OutboundTargets): Promise<boolean> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || [url.username, url.password, url.search, url.hash].some((part) => part !== '')) return false;
  if (url.protocol === 'https:' && url.port === '' && hosts.includes(url.hostname)) return true;
  return ['http:', 'https:'].includes(url.protocol) && targets.isTrusted(url.hostname);
}
