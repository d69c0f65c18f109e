import { useRef, type ReactNode } from 'react';
import { Drawer as AntDrawer, Dropdown as AntDropdown, Modal as AntModal, type DrawerProps, type DropdownProps, type ModalProps } from 'antd';
import { noteMenuButton, useFocusReturn } from './use-focus-return';

/** A drawer at the right edge. It returns the focus, also when it is removed instead of closed. */
export function Drawer({ afterOpenChange, ...props }: DrawerProps): ReactNode {
  useFocusReturn(props.open === true);
  const dialog = useRef<HTMLDivElement>(null);
  const onOpenChange = (isOpen: boolean): void => {
    if (isOpen) focusDialog(dialog.current);
    afterOpenChange?.(isOpen);
  };
  return <AntDrawer {...props} {...WITHOUT_FOCUS} panelRef={dialog} afterOpenChange={onOpenChange} />;
}

/** The component library puts the focus beside the dialog, where a screen reader says neither that it is one nor its name. */
const WITHOUT_FOCUS: DrawerProps = { autoFocus: false };

/** Gives the focus to a dialog, unless something in it has it. */
function focusDialog(dialog: HTMLElement | null): void {
  if (!dialog || dialog.contains(document.activeElement)) return;
  dialog.tabIndex = -1;
  dialog.focus({ preventScroll: true });
}

/** A dialog. It returns the focus, also when it is removed instead of closed. */
export function Modal(props: ModalProps): ReactNode {
  useFocusReturn(props.open === true);
  return <AntModal {...props} />;
}

/** A menu is no field that takes the focus by itself: the user has just opened it. */
const OPENS_WITH_FOCUS: DropdownProps = { autoFocus: true };

/** A menu below a button. It takes the focus when it opens, so that arrow keys choose. */
export function Dropdown({ menu, onOpenChange, ...props }: DropdownProps): ReactNode {
  // An item may open a dialog at once. Its close button would have the focus before the browser acts on the key, and Enter would press it.
  const onKeyDown: NonNullable<DropdownProps['menu']>['onKeyDown'] = (event) => {
    if (event.key === 'Enter') event.preventDefault();
    menu?.onKeyDown?.(event);
  };
  const onToggle: DropdownProps['onOpenChange'] = (isOpen, info) => {
    if (isOpen) noteMenuButton();
    onOpenChange?.(isOpen, info);
  };
  return <AntDropdown {...OPENS_WITH_FOCUS} {...props} onOpenChange={onToggle} menu={menu && { ...menu, onKeyDown }} />;
}
