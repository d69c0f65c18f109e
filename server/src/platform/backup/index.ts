export { restoreBackup, saveBackup } from './backup';
export { refuseIncompleteRestore } from './data-files';
export type { BackupSecret } from './sealed-stream';
