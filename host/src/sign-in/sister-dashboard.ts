/** Returns the dashboard address of the sister product; null without a base address or for any protocol other than HTTP. */
export function sisterDashboard(base: string | null): string | null {
  if (!base || !URL.canParse(base)) return null;
  const { protocol, href } = new URL(base);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  return `${href.replace(/\/+$/, '')}/dashboard`;
}
