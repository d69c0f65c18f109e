/** The approximate position of a region, in degrees: the city or state that its provider names. */
export interface RegionPlace {
  name: string;
  longitude: number;
  latitude: number;
}

type Row = readonly [codes: string, name: string, latitude: number, longitude: number];

/** Regions of all providers by the named place. Sources: the region pages of AWS, Azure and Google Cloud. */
const PLACES: readonly Row[] = [
  ['us-east-1 eastus eastus2 us-east4', 'Virginia', 38.9, -77.4],
  ['us-east-2 us-east5', 'Ohio', 40.0, -83.0],
  ['us-west-1 westus us-west2', 'California', 37.4, -119.5],
  ['us-west-2 us-west1', 'Oregon', 45.6, -121.2],
  ['us-west3', 'Utah', 40.8, -111.9],
  ['us-west4', 'Nevada', 36.2, -115.1],
  ['westus2 westus3 westcentralus', 'Western United States', 43.0, -108.0],
  ['us-central1 centralus', 'Iowa', 41.3, -95.9],
  ['northcentralus', 'Illinois', 41.9, -87.6],
  ['southcentralus us-south1', 'Texas', 31.0, -99.0],
  ['us-east1', 'South Carolina', 33.2, -80.0],
  ['ca-central-1 canadaeast northamerica-northeast1', 'Québec', 46.8, -71.2],
  ['canadacentral northamerica-northeast2', 'Toronto', 43.7, -79.4],
  ['ca-west-1', 'Calgary', 51.0, -114.1],
  ['mx-central-1 mexicocentral northamerica-south1', 'Querétaro', 20.6, -100.4],
  ['sa-east-1 brazilsouth southamerica-east1', 'São Paulo', -23.5, -46.6],
  ['southamerica-west1', 'Santiago', -33.4, -70.7],
  ['eu-west-1 northeurope', 'Ireland', 53.3, -6.3],
  ['eu-west-2 uksouth ukwest europe-west2', 'London', 51.5, -0.1],
  ['eu-west-3 francecentral francesouth europe-west9', 'Paris', 48.9, 2.3],
  ['eu-central-1 germanywestcentral germanynorth europe-west3', 'Frankfurt', 50.1, 8.7],
  ['europe-west10', 'Berlin', 52.5, 13.4],
  ['eu-central-2 switzerlandnorth switzerlandwest europe-west6', 'Zürich', 47.4, 8.5],
  ['eu-north-1 swedencentral europe-north2', 'Stockholm', 59.3, 18.1],
  ['norwayeast norwaywest', 'Oslo', 59.9, 10.8],
  ['europe-north1', 'Finland', 60.6, 27.2],
  ['eu-south-1 italynorth europe-west8', 'Milan', 45.5, 9.2],
  ['europe-west12', 'Turin', 45.1, 7.7],
  ['eu-south-2 spaincentral europe-southwest1', 'Spain', 40.4, -3.7],
  ['europe-west1', 'Belgium', 50.5, 3.8],
  ['westeurope europe-west4', 'Netherlands', 52.4, 5.5],
  ['polandcentral europe-central2', 'Warsaw', 52.2, 21.0],
  ['austriaeast', 'Vienna', 48.2, 16.4],
  ['il-central-1 israelcentral me-west1', 'Tel Aviv', 32.1, 34.8],
  ['me-south-1', 'Bahrain', 26.1, 50.6],
  ['me-central-1 uaenorth uaecentral', 'United Arab Emirates', 24.5, 54.4],
  ['qatarcentral me-central1', 'Doha', 25.3, 51.5],
  ['me-central2', 'Dammam', 26.4, 50.1],
  ['af-south-1 southafricanorth southafricawest africa-south1', 'South Africa', -30.0, 24.0],
  ['ap-south-1 westindia centralindia asia-south1', 'Mumbai', 19.1, 72.9],
  ['ap-south-2 southindia', 'Hyderabad', 17.4, 78.5],
  ['asia-south2', 'Delhi', 28.6, 77.2],
  ['ap-southeast-1 southeastasia asia-southeast1', 'Singapore', 1.35, 103.8],
  ['ap-southeast-3 indonesiacentral asia-southeast2', 'Jakarta', -6.2, 106.8],
  ['ap-southeast-5 malaysiawest', 'Malaysia', 3.1, 101.7],
  ['ap-southeast-7', 'Thailand', 13.8, 100.5],
  ['ap-east-1 eastasia asia-east2', 'Hong Kong', 22.3, 114.2],
  ['ap-east-2 asia-east1', 'Taiwan', 24.1, 120.6],
  ['ap-northeast-1 japaneast asia-northeast1', 'Tokyo', 35.7, 139.7],
  ['ap-northeast-3 japanwest asia-northeast2', 'Osaka', 34.7, 135.5],
  ['ap-northeast-2 koreacentral koreasouth asia-northeast3', 'Seoul', 37.6, 127.0],
  ['ap-southeast-2 australiaeast australiasoutheast australia-southeast1', 'Sydney', -33.9, 151.2],
  ['ap-southeast-4 australia-southeast2', 'Melbourne', -37.8, 145.0],
  ['newzealandnorth ap-southeast-6', 'Auckland', -36.8, 174.8],
];

const BY_CODE = new Map(
  PLACES.flatMap(([codes, name, latitude, longitude]) => codes.split(' ').map((code) => [code, { name, longitude, latitude }] as const)),
);

/** Returns the position of a region; null for none or an unknown one. A zone counts as its region. */
export function placeOf(region: string): RegionPlace | null {
  return BY_CODE.get(region) ?? BY_CODE.get(region.replace(/-?[a-z]$/, '')) ?? null;
}
