const FIRST_NAMES = (
  'Alba Amara Amir Anouk Aria Asher Aylin Bela Bruno Cai Camila Carmen Cleo Dara Diego Dina ' +
  'Elif Eliza Emre Esme Ezra Farah Felix Freya Gia Hana Hugo Ida Imani Ines Iris Ivo ' +
  'Jade Jonas Juno Kaia Kenji Kira Lars Leila Leo Lina Luca Mara Mateo Maya Mila Milo ' +
  'Nadia Nico Nina Noor Omar Orla Petra Priya Rafael Rosa Sana Soren Tara Theo Yara Zoe'
).split(' ');

const LAST_NAMES = (
  'Abbott Acosta Adler Almeida Anand Archer Arias Baker Banerjee Barros Becker Bell Benson Blum Brandt Brooks ' +
  'Castillo Chen Cole Costa Cruz Dalton Desai Diaz Doyle Engel Farrow Fields Flores Foster Frost Garcia ' +
  'Greene Haas Hale Hayashi Hill Ibarra Ito Jensen Kaplan Khan Kim Klein Lane Larsen Lopez Mehta ' +
  'Mendez Moreno Nakamura Novak Okafor Ortiz Park Patel Quinn Reyes Rossi Sato Silva Tran Vega Wood'
).split(' ');

/** Coprime to the number of names, so that each name occurs once and neighbours share neither part. */
const STRIDE = 1_573;

/** Returns up to 4,096 unique display names. `start` is a random number from 0 to 1. */
export function displayNames(count: number, start: number): string[] {
  const all = FIRST_NAMES.length * LAST_NAMES.length;
  const first = Math.floor(start * all);
  return Array.from({ length: count }, (_, index) => {
    const name = (first + index * STRIDE) % all;
    return `${FIRST_NAMES[name % FIRST_NAMES.length]} ${LAST_NAMES[Math.floor(name / FIRST_NAMES.length)]}`;
  });
}
