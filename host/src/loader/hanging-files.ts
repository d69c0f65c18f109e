import { noteLate } from './late-files';
import { TIME_LIMITS } from './time-limit';

/**
 * Gives up scripts and style sheets of remotes that hang. Browsers wait for them for minutes, and webpack for as long as its own limit, which style sheets do
 * not have.
 */
export function watchHangingFiles(): void {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) watchFile(node);
  }).observe(document.head, { childList: true });
}

function watchFile(node: Node): void {
  const address = node instanceof HTMLScriptElement ? node.src : node instanceof HTMLLinkElement && node.rel === 'stylesheet' ? node.href : '';
  if (!new URL(address, window.location.origin).pathname.startsWith('/r/')) return;
  const timer = setTimeout(() => {
    if (!node.isConnected) return;
    noteLate(address);
    node.dispatchEvent(new Event('error'));
    node.parentNode?.removeChild(node);
  }, TIME_LIMITS.chunk);
  for (const settled of ['load', 'error']) node.addEventListener(settled, () => clearTimeout(timer), { once: true });
}
