import type { ProductKind } from '@cam/contracts/server';
import type { Reach } from './call';
import { github } from './github';
import { gitlab } from './gitlab';
import { jira } from './jira';
import type { Product, ProductSettings } from './product';
import { servicenow } from './servicenow';

export { ProductError } from './call';
export type { Product, ProductTicket } from './product';

/** Opens each kind of product. */
export const PRODUCTS: Readonly<Record<ProductKind, (settings: ProductSettings, reach: Reach) => Product>> = { jira, github, gitlab, servicenow };
