'use strict';
// jsdom has no canvas: charts draw nothing there, and tests read the list and the table beside the drawing.
const nothing = () => null;
module.exports = { Column: nothing, Scatter: nothing };
