import { createStore } from 'jotai';

/** The single jotai store of the console. The host passes it to the Provider; code outside React reads and writes it here. */
export const store = createStore();
