import { ConfigError } from './config-error';
import { describeStartError } from './start-error';

const systemError = (values: object): Error => Object.assign(new Error('the system said no'), values);

it.each([
  [new ConfigError('PORT must be a number.'), 'PORT must be a number.'],
  [
    systemError({ code: 'ENOSPC', path: '/data/secret.key' }),
    'CAM cannot use /data/secret.key: there is no space left on the disk (ENOSPC).\nFree some space on that disk, then start CAM again.',
  ],
  [
    systemError({ code: 'EROFS', path: '/data' }),
    'CAM cannot use /data: the file system is read-only (EROFS).\nGive the user that runs CAM read and write access, or set CAM_DATA to a folder that this user owns.',
  ],
  [
    systemError({ code: 'EADDRINUSE', address: '127.0.0.1', port: 8080 }),
    'CAM cannot use 127.0.0.1:8080: the port is in use (EADDRINUSE).\nStop the program that uses it, or set PORT to another port.',
  ],
  [
    systemError({ code: '53100' }),
    'CAM cannot use its database: there is no space left on its disk: the system said no (53100).\nFree some space on that disk, then start CAM again.',
  ],
  [systemError({ code: 'XX001' }), 'CAM cannot use its database: it is damaged: the system said no (XX001).\nRestore it from a backup.'],
  [
    systemError({ code: 'ECONNREFUSED' }),
    'CAM cannot start: the database is not available: the system said no.\nCheck that PostgreSQL runs and that DATABASE_URL is its address, then start CAM again.',
  ],
])('describeStartError names the cause and the remedy of %s', (error, text) => expect(describeStartError(error)).toBe(text));

it('describeStartError returns the stack of an unknown error', () => {
  expect(describeStartError(new TypeError('x is not a function'))).toContain('start-error.test.ts');
});
