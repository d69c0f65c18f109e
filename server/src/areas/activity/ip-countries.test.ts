import { COUNTRY_PLACES } from './country-places';
import { distanceBetween } from './detect-places';
import { IpCountries } from './ip-countries';

const countries = new IpCountries(require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'));

it.each([
  ['88.198.0.1', 'Germany'],
  ['8.8.8.8', 'United States'],
  ['133.11.0.1', 'Japan'],
  ['2a01:4f8::1', 'Germany'],
])('IpCountries locates %s in %s', (address, country) => {
  const place = countries.placeOf(address);
  expect(place).toMatchObject({ country, city: '' });
  expect(place?.radius).toBeGreaterThan(400);
});

it.each(['10.0.0.1', '192.168.10.20', '198.51.100.7', '2001:db8::1', '::1', 'AWS Internal', 's3.amazonaws.com', ''])(
  'IpCountries does not locate "%s"',
  (address) => expect(countries.placeOf(address)).toBeNull(),
);

it('every country has a position and a radius that includes its remote cities', () => {
  expect(COUNTRY_PLACES.size).toBe(248);
  const towns: [code: string, latitude: number, longitude: number][] = [
    ['US', 47.6, -122.3],
    ['US', 25.8, -80.2],
    ['RU', 43.1, 131.9],
    ['RU', 54.7, 20.5],
    ['CL', -53.2, -70.9],
    ['NO', 69.6, 18.9],
    ['IT', 37.5, 15.1],
    ['JP', 26.2, 127.7],
    ['ID', -2.5, 140.7],
    ['AU', -31.9, 115.9],
    ['BR', -8, -34.9],
    ['IN', 8.5, 76.9],
    ['CN', 39.5, 76],
    ['ES', 43.4, -8.4],
    ['FR', 48.6, 7.7],
    ['GB', 57.1, -2.1],
    ['DE', 47.6, 13],
    ['CA', 49.3, -123.1],
  ];
  const outside = towns.filter(([code, latitude, longitude]) => {
    const country = COUNTRY_PLACES.get(code);
    const of = { city: '', state: '', country: '' };
    return !country || distanceBetween({ ...country, ...of }, { latitude, longitude, radius: 0, ...of }) > country.radius;
  });
  expect(outside).toEqual([]);
});
