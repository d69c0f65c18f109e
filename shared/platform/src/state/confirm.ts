import { atom } from 'jotai';
import { store } from './store';

export interface ConfirmRequest {
  title: string;
  message: string;
  okText: string;
  answer: (yes: boolean) => void;
}

export const confirmAtom = atom<ConfirmRequest | null>(null);

/** Asks a person to confirm, and resolves with the answer. A second question answers the first with no. */
export function confirm({
  title = 'Confirm',
  message = 'Are you sure?',
  okText = 'Yes',
}: Partial<Omit<ConfirmRequest, 'answer'>> = {}): Promise<boolean> {
  store.get(confirmAtom)?.answer(false);
  return new Promise((resolve) => {
    store.set(confirmAtom, {
      title,
      message,
      okText,
      answer: (yes) => {
        store.set(confirmAtom, null);
        resolve(yes);
      },
    });
  });
}
