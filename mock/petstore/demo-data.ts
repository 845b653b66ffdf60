import type { Category } from './records.ts'

/** The categories of the demo, with the maximum stock of one of their pets. */
export const kinds: readonly { readonly category: Omit<Category, 'id'>; readonly stock: number }[] = [
  { category: { name: 'Dogs', description: 'Loyal, loud and always hungry.' }, stock: 3 },
  {
    category: { name: 'Cats', description: 'Independent. They choose you, not the other way round.' },
    stock: 3,
  },
  {
    category: { name: 'Birds', description: 'Budgies, canaries and parrots. Most of them talk back.' },
    stock: 6,
  },
  { category: { name: 'Fish', description: 'Freshwater fish for tanks of 60 litres and more.' }, stock: 24 },
  { category: { name: 'Guinea pigs', description: 'Sociable and chatty. Never keep only one.' }, stock: 5 },
  { category: { name: 'Hamsters', description: 'Small, quick, and awake at night.' }, stock: 8 },
  {
    category: { name: 'Reptiles', description: 'Geckos, tortoises and snakes, each with its own lamp.' },
    stock: 2,
  },
  { category: { name: 'Ferrets', description: 'Curious thieves of socks and keys.' }, stock: 2 },
]

export const petNames: readonly string[] = `
  Abby Ace Alfie Apollo Archie Athena Bailey Bandit Barney Basil Bean Bear Biscuit Blue Bonnie
  Boots Bruno Bubbles Buddy Buster Button Casper Charlie Chester Chico Cleo Clover Coco Cookie
  Cooper Cosmo Daisy Dexter Diesel Dolly Duke Ella Ellie Felix Finn Fudge George Ginger Gizmo
  Goldie Gracie Hazel Henry Hugo Indie Iris Ivy Jack Jasper Kiki Kiwi Leo Lily Loki Lola Louie
  Lucky Lucy Luna Maggie Mango Maple Max Mia Milo Mimi Minnie Mochi Molly Monty Nala Nemo Nugget
  Olive Ollie Oreo Oscar Otis Otto Peaches Peanut Pebbles Penny Pepper Percy Pickles Piper Pippin
  Poppy Pumpkin Romeo Rosie Roxy Ruby Rusty Sadie Sam Sasha Scout Shadow Simba Smokey Snowball
  Socks Sophie Stella Sunny Taco Teddy Theo Tiger Toby Toffee Truffle Waffles Willow Winnie
  Winston Ziggy Zoe
`
  .trim()
  .split(/\s+/)
