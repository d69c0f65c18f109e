/** Where browsers say what the policy of a page kept from happening. */
const VIOLATIONS_PATH = '/v1/remotes/violations';

/**
 * Everything comes from the own origin and no script is evaluated. Inline styles are allowed because the component library
 * writes its styles at run time; an inline style cannot run code.
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
    // Not `report-to`: with it browsers wait for minutes, and those over plain HTTP say nothing.
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
 * What a page is sent with.
 * @param tryOrigins origins of builds that may be tried; normally none
 * @param askedOrigins origins of other products that browsers ask: the identity-governance product, analytics
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

/** What everything else is sent with: a browser that is made to show it as a page runs nothing of it. Scripts and answers are many, so this is short. */
export function dataHeaders(https: boolean): Record<string, string> {
  return { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'", ...always(https) };
}
