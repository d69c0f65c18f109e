export { verifyFile } from './verify-file';
