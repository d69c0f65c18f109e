/** Puts the focus into the first field of the dialog that opened last. Give it to `afterOpenChange` of the dialog. */
export function focusFirstField(isOpen: boolean): void {
  if (isOpen) [...document.querySelectorAll('.ant-modal')].at(-1)?.querySelector<HTMLElement>('input, textarea')?.focus();
}
