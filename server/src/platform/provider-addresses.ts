/** The provider APIs whose addresses an operator can replace, by the name used in the configuration. */
export const PROVIDER_APIS = ['okta', 'login', 'graph', 'arm', 'google', 'aws'] as const;
export type ProviderApi = (typeof PROVIDER_APIS)[number];
/** Parses `okta=http://127.0.0.1:9000, graph=https://graph.microsoft.us`; null if it is invalid. */
export function readProviderUrls(text: string): Partial<Record<ProviderApi, string>> | null {
  const urls: Partial<Record<ProviderApi, string>> = {};
  for (const entry of text.split(/[\s,]+/).filter(Boolean)) {
    const [, api = '', url = ''] = /^(\w+)=(https?:\/\/.+?)\/?$/.exec(entry) ?? [];
    if (!PROVIDER_APIS.includes(api as ProviderApi) || !URL.canParse(url)) return null;
    urls[api as ProviderApi] = url;
  }
  return urls;
}

/** Parses `id.example.com, .okta.example.com` (a leading dot includes all subdomains); null if one is no domain. */
export function readDomains(text: string): string[] | null {
  const domains = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return domains.every((domain) => /^\.?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain)) ? domains : null;
}
