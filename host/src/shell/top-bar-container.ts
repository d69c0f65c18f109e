/** Where belongs what opens from the top bar: in the bar, so that it stays under the mouse while the page scrolls. */
export function topBarContainer(trigger: HTMLElement): HTMLElement {
  return trigger.closest('header') ?? document.body;
}
