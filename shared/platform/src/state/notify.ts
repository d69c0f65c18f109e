import { atom } from 'jotai';
import { store } from './store';

export type ToastKind = 'error' | 'success' | 'info';

export interface Toast {
  id: number;
  kind: ToastKind;
  title: string;
  text: string;
}

export const TOAST_TITLES: Record<ToastKind, string> = { error: 'Error', success: 'Success', info: 'Info' };

/** Lifetime of success and info toasts, ms. Errors stay until closed. */
export const TOAST_LIFE = 2000;

export const toastsAtom = atom<readonly Toast[]>([]);

let nextId = 1;

function show(kind: ToastKind, text: string, title = TOAST_TITLES[kind]): void {
  const toast = { id: nextId++, kind, title, text };
  store.set(toastsAtom, (toasts) => [...(kind === 'error' ? [] : toasts), toast]);
  if (kind !== 'error') setTimeout(() => closeToast(toast.id), TOAST_LIFE);
}

export function closeToast(id: number): void {
  store.set(toastsAtom, (toasts) => toasts.filter((toast) => toast.id !== id));
}

/** Shows toasts. An error replaces all others and stays until it is closed. */
export const notify = {
  error: (text: string, title?: string): void => show('error', text, title),
  success: (text: string, title?: string): void => show('success', text, title),
  info: (text: string, title?: string): void => show('info', text, title),
};
