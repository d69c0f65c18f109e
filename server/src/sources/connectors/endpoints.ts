import type { ProviderApi } from '../../platform/provider-addresses';

/** Where the APIs of Microsoft answer in the public cloud; an operator of a sovereign cloud names others. */
const MICROSOFT = {
  login: 'https://login.microsoftonline.com',
  graph: 'https://graph.microsoft.com',
  arm: 'https://management.azure.com',
} as const;

/** Domains that Okta itself gives orgs. Anything else an operator has to allow: tokens are sent there. */
const OKTA_DOMAINS = ['okta.com', 'oktapreview.com', 'okta-emea.com', 'okta-gov.com', 'okta.mil', 'trex-govcloud.com'];

/** The addresses that connectors ask: from the configuration of the server alone, never from what somebody typed or sent. */
export class ProviderEndpoints {
  /**
   * @param urls addresses that an operator gave in place of the providers' own
   * @param oktaDomains domains of Okta orgs that an operator allows beside Okta's
   */
  constructor(
    private readonly urls: Partial<Record<ProviderApi, string>>,
    private readonly oktaDomains: readonly string[],
  ) {}

  microsoft(api: keyof typeof MICROSOFT): string {
    return this.urls[api] ?? MICROSOFT[api];
  }

  /** @param service as in its host name: `cloudasset` */
  google(service: string): string {
    return this.urls.google ? `${this.urls.google}/${service}` : `https://${service}.googleapis.com`;
  }

  /** One address for all services of AWS; null: each has its own. */
  get aws(): string | null {
    return this.urls.aws ?? null;
  }

  /** Where an org is asked; null where its address is not https, has more than a host, or is of no domain that is allowed. */
  okta(orgUrl: string): { base: string; domain: string } | null {
    if (!URL.canParse(orgUrl)) return null;
    const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(orgUrl);
    if (protocol !== 'https:' || port || username || password || search || hash || pathname !== '/') return null;
    const isAllowed = [...OKTA_DOMAINS.map((domain) => `.${domain}`), ...this.oktaDomains].some((allowed) =>
      allowed.startsWith('.') ? hostname.endsWith(allowed) && hostname.length > allowed.length : hostname === allowed,
    );
    if (!isAllowed) return null;
    // Administration consoles have addresses of their own, which answer no API.
    const domain = hostname.replace(/-admin(?=\.okta)/, '');
    return { base: this.urls.okta ?? `https://${domain}`, domain };
  }
}
