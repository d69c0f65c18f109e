/** Returns the container for popups of the top bar. Inside the bar they stay in place while the page scrolls. */
export function topBarContainer(trigger: HTMLElement): HTMLElement {
  return trigger.closest('header') ?? document.body;
}
