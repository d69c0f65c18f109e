/**
 * Everything comes from the own origin and no script is evaluated. Inline styles are allowed because the component library
 * writes its styles at run time; an inline style cannot run code.
 */
function contentSecurityPolicy(tryOrigins: readonly string[]): string {
  const own = ["'self'", ...tryOrigins].join(' ');
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own} 'unsafe-inline'`,
    `img-src ${own} data: blob:`,
    `font-src ${own}`,
    `connect-src ${own}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** @param tryOrigins origins of builds that may be tried; normally none */
export function securityHeaders(https: boolean, tryOrigins: readonly string[] = []): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(tryOrigins),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
