'use strict';
/** Adds what browsers have and jsdom lacks. Without it the router and the components do not load. */
const { webcrypto } = require('node:crypto');
const { TextDecoder, TextEncoder } = require('node:util');
const { deserialize, serialize } = require('node:v8');

Object.assign(globalThis, { TextDecoder, TextEncoder });
Object.defineProperty(globalThis, 'crypto', { configurable: true, value: webcrypto });

globalThis.structuredClone ??= (value) => deserialize(serialize(value));

globalThis.matchMedia ??= (media) => ({
  media,
  matches: false,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
});

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

/** Delivers a message one task later, as in a browser. Node's own ports would keep the process alive. */
globalThis.MessageChannel ??= class {
  constructor() {
    this.port1 = { onmessage: null, close() {} };
    this.port2 = { postMessage: (data) => void setTimeout(() => this.port1.onmessage?.({ data })), close() {} };
  }
};

/** Ignores pseudo elements: jsdom does not know their styles and prints a long warning for each. */
if (globalThis.window) {
  const ofElement = window.getComputedStyle.bind(window);
  window.getComputedStyle = (element) => ofElement(element);
}

/**
 * Keeps the component library's thousands of style rules out of the page, by a type that is no style sheet. No test depends on them, as jsdom has no layout.
 * But a search by role matches every element with every rule, which takes most of the time of a test with a form.
 */
if (globalThis.document) {
  const create = document.createElement.bind(document);
  document.createElement = (name, options) => {
    const element = create(name, options);
    if (name.toLowerCase() === 'style') element.type = 'text/x-unused';
    return element;
  };
}

/** Waits long for what a test expects: how long it takes says only how busy the machine is. */
require('@testing-library/dom').configure({ asyncUtilTimeout: 20_000 });

/** Without it, React does not time every rendered component for a profiler's tracks. */
console.timeStamp = undefined;
