/** The dashboard of the sister product, from the base address in the tenant; null where there is none, or none that a browser may be sent to. */
export function sisterDashboard(base: string | null): string | null {
  if (!base || !URL.canParse(base)) return null;
  const { protocol, href } = new URL(base);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  return `${href.replace(/\/+$/, '')}/dashboard`;
}
