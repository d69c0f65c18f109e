'use strict';
/** Takes the place of the text of a file in tests. */
module.exports = 'The text of the file.';
