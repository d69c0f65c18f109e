'use strict';
// For `node --require`, and for the processes of jest: compiles WebAssembly once and does not optimize it. Most servers of tests run too briefly to earn back
// what optimizing the embedded database costs, which is a third of the CPU time of a start. Threads share the setting.
require('node:v8').setFlagsFromString('--liftoff-only');
