import type { ProviderApi } from '../../platform/provider-addresses';

/** Microsoft's API endpoints in the public cloud. Operators of sovereign clouds configure others. */
const MICROSOFT = {
  login: 'https://login.microsoftonline.com',
  graph: 'https://graph.microsoft.com',
  arm: 'https://management.azure.com',
} as const;

/** Okta's own domains. An operator must allow any other, because tokens are sent there. */
const OKTA_DOMAINS = ['okta.com', 'oktapreview.com', 'okta-emea.com', 'okta-gov.com', 'okta.mil', 'trex-govcloud.com'];

/** The addresses of the providers' APIs. They come only from the server's configuration, never from user input or responses. */
export class ProviderEndpoints {
  /**
   * @param urls addresses that an operator configured in place of the providers' own
   * @param oktaDomains further allowed domains of Okta orgs; a leading dot allows subdomains
   */
  constructor(
    private readonly urls: Partial<Record<ProviderApi, string>>,
    private readonly oktaDomains: readonly string[],
  ) {}

  microsoft(api: keyof typeof MICROSOFT): string {
    return this.urls[api] ?? MICROSOFT[api];
  }

  /** @param service first label of its host name: `cloudasset` */
  google(service: string): string {
    return this.urls.google ? `${this.urls.google}/${service}` : `https://${service}.googleapis.com`;
  }

  /** One address for all AWS services, or null if each has its own. */
  get aws(): string | null {
    return this.urls.aws ?? null;
  }

  /** Returns the API address of an org, or null if the URL is not https, contains more than a host, or has no allowed domain. */
  okta(orgUrl: string): { base: string; domain: string } | null {
    if (!URL.canParse(orgUrl)) return null;
    const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(orgUrl);
    if (protocol !== 'https:' || port || username || password || search || hash || pathname !== '/') return null;
    const isAllowed = [...OKTA_DOMAINS.map((domain) => `.${domain}`), ...this.oktaDomains].some((allowed) =>
      allowed.startsWith('.') ? hostname.endsWith(allowed) && hostname.length > allowed.length : hostname === allowed,
    );
    if (!isAllowed) return null;
    // The admin console has its own host, which does not serve the API.
    const domain = hostname.replace(/-admin(?=\.okta)/, '');
    return { base: this.urls.okta ?? `https://${domain}`, domain };
  }
}
