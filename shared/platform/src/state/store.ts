import { createStore } from 'jotai';

/** The one jotai store of the console: the host puts it into the Provider, and code outside React reads and writes it here. */
export const store = createStore();
