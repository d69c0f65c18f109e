import { atom } from 'jotai';
import { store } from './store';

export type ToastKind = 'error' | 'success' | 'info';

/** A page on which the user continues after a toast. */
export interface ToastLink {
  label: string;
  /** Address within the console. */
  to: string;
}

export interface Toast {
  id: number;
  kind: ToastKind;
  title: string;
  text: string;
  link?: ToastLink;
}

export const TOAST_TITLES: Record<ToastKind, string> = { error: 'Error', success: 'Success', info: 'Info' };

/** Lifetime of success and info toasts, ms. Errors, and toasts with a link, stay until closed. */
export const TOAST_LIFE = 2000;

export const toastsAtom = atom<readonly Toast[]>([]);

let nextId = 1;

function show(kind: ToastKind, text: string, title = TOAST_TITLES[kind], link?: ToastLink): void {
  const toast = { id: nextId++, kind, title, text, link };
  store.set(toastsAtom, (toasts) => [...(kind === 'error' ? [] : toasts), toast]);
  if (kind !== 'error' && !link) setTimeout(() => closeToast(toast.id), TOAST_LIFE);
}

export function closeToast(id: number): void {
  store.set(toastsAtom, (toasts) => toasts.filter((toast) => toast.id !== id));
}

/** Shows toasts. An error replaces all others and stays until it is closed. A success may link to its result. */
export const notify = {
  error: (text: string, title?: string): void => show('error', text, title),
  success: (text: string, title?: string, link?: ToastLink): void => show('success', text, title, link),
  info: (text: string, title?: string): void => show('info', text, title),
};
