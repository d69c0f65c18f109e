import type { Entry } from './entry';
import SeverityTagExample from '../examples/SeverityTag';
import severityTagSource from '../examples/SeverityTag.tsx?source';
import StatusTagExample from '../examples/StatusTag';
import statusTagSource from '../examples/StatusTag.tsx?source';
import RiskScoreExample from '../examples/RiskScore';
import riskScoreSource from '../examples/RiskScore.tsx?source';
import RiskFactorsExample from '../examples/RiskFactors';
import riskFactorsSource from '../examples/RiskFactors.tsx?source';
import IconExample from '../examples/Icon';
import iconSource from '../examples/Icon.tsx?source';
import TypeIconExample from '../examples/TypeIcon';
import typeIconSource from '../examples/TypeIcon.tsx?source';
import CloudLogoExample from '../examples/CloudLogo';
import cloudLogoSource from '../examples/CloudLogo.tsx?source';

export const ENTITIES: readonly Entry[] = [
  {
    name: 'SeverityTag',
    about: 'A severity in its colour and in words.',
    props: [['severity', '`HIGH`, `MEDIUM` or `LOW`; an unknown one counts as high']],
    Example: SeverityTagExample,
    source: severityTagSource,
  },
  {
    name: 'StatusTag',
    about: 'A short status with a dot in the colour of its tone.',
    props: [
      ['tone', '`ok`, `high`, `medium`, `neutral` or `accent`'],
      ['children', 'the status in words'],
    ],
    Example: StatusTagExample,
    source: statusTagSource,
  },
  {
    name: 'RiskScore',
    about: 'A risk score with a bar for each factor. The factors with their reasons follow on hover, focus or click.',
    props: [
      ['risk', 'the score with its factors'],
      ['of', 'the name of the entity'],
      ['formula', 'the calculation'],
      ['label', 'a word before the score'],
    ],
    Example: RiskScoreExample,
    source: riskScoreSource,
  },
  {
    name: 'RiskFactors',
    about: 'The factors of a score, each with its value, its reason and its query.',
    props: [['risk', 'the score with its factors']],
    Example: RiskFactorsExample,
    source: riskFactorsSource,
  },
  {
    name: 'Icon',
    about: 'An icon by name. It says nothing to a screen reader; the text beside it does.',
    props: [['name', 'one of the names of this example']],
    Example: IconExample,
    source: iconSource,
  },
  {
    name: 'TypeIcon',
    about: 'The type of an entity as an icon with an accessible name.',
    props: [['type', 'the type, as the graph names it']],
    Example: TypeIconExample,
    source: typeIconSource,
  },
  {
    name: 'CloudLogo',
    about: 'The provider of a source, with its name for screen readers.',
    props: [['cloud', 'the provider']],
    Example: CloudLogoExample,
    source: cloudLogoSource,
  },
];
