/** Countries with cities, used by several subjects. */
export const CITIES: Readonly<Record<string, readonly string[]>> = {
  Austria: ['Vienna', 'Graz', 'Linz', 'Salzburg', 'Innsbruck'],
  Canada: ['Toronto', 'Montreal', 'Vancouver', 'Calgary', 'Halifax'],
  France: ['Paris', 'Lyon', 'Marseille', 'Nantes', 'Lille', 'Bordeaux'],
  Germany: ['Berlin', 'Hamburg', 'Munich', 'Cologne', 'Leipzig', 'Dresden'],
  India: ['Amritsar', 'Jalandhar', 'Ludhiana', 'Delhi', 'Mumbai', 'Chandigarh', 'Jaipur'],
  Ireland: ['Dublin', 'Cork', 'Galway', 'Limerick'],
  Italy: ['Rome', 'Milan', 'Turin', 'Bologna', 'Naples', 'Palermo'],
  Japan: ['Tokyo', 'Osaka', 'Kyoto', 'Sapporo', 'Nagoya'],
  Portugal: ['Lisbon', 'Porto', 'Braga', 'Faro'],
  Spain: ['Madrid', 'Barcelona', 'Seville', 'Valencia', 'Bilbao'],
  'United Kingdom': ['London', 'Manchester', 'Bristol', 'Leeds', 'Glasgow', 'Norwich'],
  'United States': ['New York', 'Chicago', 'Boston', 'Seattle', 'Denver', 'Austin', 'Portland'],
};
export const COUNTRIES = Object.keys(CITIES);
export const ALL_CITIES = Object.values(CITIES).flat();
