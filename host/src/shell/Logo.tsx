import type { ReactNode } from 'react';

export function Logo({ size = 36 }: { size?: number }): ReactNode {
  return (
    <svg viewBox="0 0 40 40" width={size} height={size} role="img" aria-label="CAM">
      <rect width="40" height="40" rx="10" fill="#2447d8" />
      <path d="M20 8 31 14v12L20 32 9 26V14Z" fill="none" stroke="#fff" strokeWidth="2.4" strokeLinejoin="round" />
      <circle cx="20" cy="20" r="3.6" fill="#fff" />
      <path d="M20 16.4V8M23.1 21.8 31 26M16.9 21.8 9 26" stroke="#fff" strokeWidth="2.4" />
    </svg>
  );
}
