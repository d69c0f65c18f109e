// node scripts/check-packages.mjs [FOLDER]: checks the licences and known vulnerabilities of the packages in FOLDER/package-lock.json.
import { packages } from './test/packages.mjs';

const { failed } = await packages(process.argv[2]);
process.exitCode = failed > 0 ? 1 : 0;
