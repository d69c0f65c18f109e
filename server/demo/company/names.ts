interface NameSet {
  country: string;
  given: readonly string[];
  family: readonly string[];
}

const set = (country: string, given: string, family: string): NameSet => ({ country, given: given.split(' '), family: family.split(' ') });

/** Twenty first names and twenty family names per region of a company with offices all over the world. */
export const NAME_SETS: readonly NameSet[] = [
  set(
    'Germany',
    'Anna Lukas Jürgen Katrin Felix Miriam Tobias Greta Matthias Lena Oskar Ute Henrik Clara Stefan Ilse Jonas Frieda Moritz Sabine',
    'Bergmann Schäfer Vogel Krüger Lindner Hartwig Brandt Seidel Lorenz Kühn Pohl Winkler Engel Reuter Albrecht Dietz Fuchs Heinze Jäger Thoma',
  ),
  set(
    'India',
    'Priya Arjun Ananya Rohan Kavya Vikram Meera Siddharth Isha Karthik Divya Nikhil Lakshmi Aditya Pooja Rahul Shreya Varun Neha Manoj',
    'Sharma Iyer Patel Reddy Nair Gupta Banerjee Menon Kulkarni Desai Rao Chatterjee Bhat Joshi Pillai Malhotra Sinha Verma Ghosh Naidu',
  ),
  set(
    'United States',
    'Emily Marcus Hannah Tyler Naomi Caleb Jasmine Ethan Rachel Dwayne Olivia Brandon Maya Trevor Grace Andre Chloe Jordan Abigail Malik',
    'Whitaker Coleman Brooks Sullivan Harper Dawson Pruitt Ellison Graves Holloway McKenna Vance Barnett Langley Foster Ramsey Tate Wheeler Boyd Keller',
  ),
  set(
    'Brazil',
    'Ana João Beatriz Rafael Camila Thiago Larissa Gustavo Juliana Felipe Mariana Bruno Letícia Diego Fernanda Caio Patrícia Rodrigo Vitória Henrique',
    'Almeida Barbosa Cardoso Dias Esteves Figueiredo Gonçalves Lacerda Machado Nogueira Oliveira Pacheco Queiroz Rezende Siqueira Teixeira Vasconcelos Moura Prado Brito',
  ),
  set(
    'Japan',
    'Aiko Hiroshi Yuki Kenji Sakura Takumi Haruka Daichi Naoko Ryota Emi Shinji Mika Kazuki Rina Satoshi Ayumi Tetsuya Chihiro Masato',
    'Tanaka Fujimoto Nakagawa Ishikawa Okada Hasegawa Mori Endo Kinoshita Yamane Ueda Matsuo Shimizu Ogawa Kaneko Arai Sakamoto Hirano Noguchi Tsuda',
  ),
  set(
    'Nigeria',
    'Chinedu Amara Tunde Ngozi Emeka Folake Ifeanyi Zainab Segun Adaeze Musa Yetunde Obinna Halima Kelechi Bisi Uche Aisha Femi Chiamaka',
    'Okafor Adeyemi Balogun Eze Nwosu Ibrahim Ogunleye Obi Abubakar Onyeka Adewale Chukwu Danjuma Effiong Igwe Lawal Nnamdi Okoro Salami Uzoma',
  ),
  set(
    'Poland',
    'Agnieszka Piotr Magdalena Łukasz Joanna Paweł Karolina Michał Zofia Krzysztof Ewa Bartosz Natalia Wojciech Alicja Szymon Hanna Marek Dorota Jakub',
    'Kowalczyk Wójcik Zieliński Szymański Dąbrowski Kozłowski Jankowski Mazur Krawczyk Piotrowski Grabowski Pawlak Michalski Król Wieczorek Jabłoński Wróbel Majewski Stępień Górski',
  ),
  set(
    'Spain',
    'Lucía Javier Carmen Álvaro Inés Pablo Elena Sergio Marta Iván Nuria Adrián Rocío Hugo Paula Gonzalo Sofía Rubén Irene Óscar',
    'Navarro Iglesias Castaño Serrano Molina Ortega Gallardo Cabrera Vidal Peña Herrero Soto Rubio Campos Lozano Pascual Bravo Santiago Ferrer Quintana',
  ),
  set(
    'Singapore',
    'Wei Jia Min Xin Hui Jun Li Ming Yan Kai Ling Zhi Shu Hao Mei Cheng Yi Rui Qing Fang',
    'Tan Lim Lee Ng Goh Chua Koh Teo Ong Sim Yeo Ho Low Toh Seah Foo Chia Quek Heng Tay',
  ),
  set(
    'United Kingdom',
    'Imogen Alistair Freya Callum Beatrix Rory Phoebe Gareth Isla Duncan Tamsin Rhys Harriet Lewis Eilidh Owen Verity Angus Cerys Miles',
    'Ashworth Pemberton Fairclough Macleod Hughes Rutherford Kirkby Sinclair Thornton Bevan Crawford Draper Ellwood Fenwick Gallagher Hurst Ingram Jardine Lockwood Marsden',
  ),
  set(
    'Egypt',
    'Yasmin Omar Nour Karim Layla Tarek Salma Hossam Dina Mahmoud Rania Sherif Mona Amr Heba Youssef Farida Ziad Mariam Khaled',
    'Hassan Mansour Farouk Nassar Saleh Shaheen Ashour Gaber Halim Ismail Kamel Lotfy Mostafa Naguib Qasim Ramzy Sabry Tawfik Wahba Zaki',
  ),
  set(
    'Sweden',
    'Astrid Erik Linnea Gustav Freja Oscar Ebba Nils Saga Viktor Elsa Anton Maja Axel Alma Filip Tuva Sixten Signe Björn',
    'Lindqvist Bergström Ekholm Norrby Hedlund Sjögren Åkesson Wallin Öberg Nyström Dahlgren Forsberg Holmgren Isaksson Kjellberg Lundin Malmström Palm Rosén Strand',
  ),
];

/** Letters that Unicode does not decompose into a base letter and an accent. */
const BASE_LETTERS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', ß: 'ss', æ: 'ae', đ: 'd' };

/** Returns the form of a name in e-mail addresses. */
export function asciiName(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøßæđ]/g, (letter) => BASE_LETTERS[letter] ?? '')
    .replace(/[^a-z]/g, '');
}
