// A process that does what the server asks of it, one task after the other.
const { join } = require('node:path');

require('./start.js').start(join(__dirname, '../dist/server/task-process.cjs'), 'task');
