/** The path to which browsers report violations of a page's content security policy. */
const VIOLATIONS_PATH = '/v1/remotes/violations';

/**
 * Allows content of the own origin only, and no evaluated scripts. Inline styles are allowed because the component library writes its styles at run
 * time; an inline style cannot run code.
 */
function contentSecurityPolicy(tryOrigins: readonly string[], askedOrigins: readonly string[]): string {
  const own = ["'self'", ...tryOrigins].join(' ');
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own} 'unsafe-inline'`,
    `img-src ${own} data: blob:`,
    `font-src ${own}`,
    `connect-src ${[own, ...askedOrigins].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
    // Not `report-to`: browsers delay its reports by minutes, and send none over plain HTTP.
    `report-uri ${VIOLATIONS_PATH}`,
  ].join('; ');
}

function always(https: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/**
 * Returns the headers of a page.
 * @param tryOrigins origins of preview builds; normally none
 * @param askedOrigins origins of other products that the console calls: the identity-governance product, analytics
 */
export function securityHeaders(https: boolean, tryOrigins: readonly string[] = [], askedOrigins: readonly string[] = []): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(tryOrigins, askedOrigins),
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    ...always(https),
  };
}

/** Returns the headers of other responses: even shown as a page, they run no script. They are short because scripts and API responses are many. */
export function dataHeaders(https: boolean): Record<string, string> {
  return { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'", ...always(https) };
}
