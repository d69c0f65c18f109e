'use strict';
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/**
 * Jest's environment of Node with an ordinary global object. Jest's own one is an object that Node watches: each look at `Map`, `Object` or `JSON` passes
 * through its traps, which in inner loops costs more than the work.
 */
class NodeEnvironment extends TestEnvironment {
  constructor(...args) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...args);
    } finally {
      vm.createContext = createContext;
    }
  }
}

module.exports = NodeEnvironment;
