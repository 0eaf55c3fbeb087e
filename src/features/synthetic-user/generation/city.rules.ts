export const REGIONS = ['West Coast', 'East Coast', 'Midwest', 'South', 'Mountain West'] as const;
export type Region = (typeof REGIONS)[number];

/** A city with the coordinates of its centre in degrees and its IANA time zone. */
export type City = { city: string; state: string; latitude: number; longitude: number; timezone: string };

const at = (city: string, state: string, latitude: number, longitude: number, timezone: string): City => ({
  city,
  state,
  latitude,
  longitude,
  timezone: `America/${timezone}`,
});

/** Cities in the United States by region. The first ones are used first. */
export const CITIES: Readonly<Record<Region, readonly City[]>> = {
  'West Coast': [
    at('Los Angeles', 'California', 34.0522, -118.2437, 'Los_Angeles'),
    at('San Diego', 'California', 32.7157, -117.1611, 'Los_Angeles'),
    at('San Francisco', 'California', 37.7749, -122.4194, 'Los_Angeles'),
    at('Seattle', 'Washington', 47.6062, -122.3321, 'Los_Angeles'),
    at('Portland', 'Oregon', 45.5152, -122.6784, 'Los_Angeles'),
    at('San Jose', 'California', 37.3382, -121.8863, 'Los_Angeles'),
    at('Sacramento', 'California', 38.5816, -121.4944, 'Los_Angeles'),
    at('Oakland', 'California', 37.8044, -122.2712, 'Los_Angeles'),
  ],
  'East Coast': [
    at('New York', 'New York', 40.7128, -74.006, 'New_York'),
    at('Philadelphia', 'Pennsylvania', 39.9526, -75.1652, 'New_York'),
    at('Boston', 'Massachusetts', 42.3601, -71.0589, 'New_York'),
    at('Washington', 'District of Columbia', 38.9072, -77.0369, 'New_York'),
    at('Baltimore', 'Maryland', 39.2904, -76.6122, 'New_York'),
    at('Newark', 'New Jersey', 40.7357, -74.1724, 'New_York'),
    at('Providence', 'Rhode Island', 41.824, -71.4128, 'New_York'),
    at('Hartford', 'Connecticut', 41.7658, -72.6734, 'New_York'),
  ],
  Midwest: [
    at('Chicago', 'Illinois', 41.8781, -87.6298, 'Chicago'),
    at('Columbus', 'Ohio', 39.9612, -82.9988, 'New_York'),
    at('Indianapolis', 'Indiana', 39.7684, -86.1581, 'Indiana/Indianapolis'),
    at('Detroit', 'Michigan', 42.3314, -83.0458, 'Detroit'),
    at('Minneapolis', 'Minnesota', 44.9778, -93.265, 'Chicago'),
    at('Milwaukee', 'Wisconsin', 43.0389, -87.9065, 'Chicago'),
    at('Kansas City', 'Missouri', 39.0997, -94.5786, 'Chicago'),
    at('Omaha', 'Nebraska', 41.2565, -95.9345, 'Chicago'),
  ],
  South: [
    at('Houston', 'Texas', 29.7604, -95.3698, 'Chicago'),
    at('Atlanta', 'Georgia', 33.749, -84.388, 'New_York'),
    at('Miami', 'Florida', 25.7617, -80.1918, 'New_York'),
    at('Dallas', 'Texas', 32.7767, -96.797, 'Chicago'),
    at('Austin', 'Texas', 30.2672, -97.7431, 'Chicago'),
    at('Charlotte', 'North Carolina', 35.2271, -80.8431, 'New_York'),
    at('Nashville', 'Tennessee', 36.1627, -86.7816, 'Chicago'),
    at('New Orleans', 'Louisiana', 29.9511, -90.0715, 'Chicago'),
  ],
  'Mountain West': [
    at('Denver', 'Colorado', 39.7392, -104.9903, 'Denver'),
    at('Phoenix', 'Arizona', 33.4484, -112.074, 'Phoenix'),
    at('Las Vegas', 'Nevada', 36.1699, -115.1398, 'Los_Angeles'),
    at('Salt Lake City', 'Utah', 40.7608, -111.891, 'Denver'),
    at('Albuquerque', 'New Mexico', 35.0844, -106.6504, 'Denver'),
    at('Boise', 'Idaho', 43.615, -116.2023, 'Boise'),
    at('Colorado Springs', 'Colorado', 38.8339, -104.8214, 'Denver'),
  ],
};
