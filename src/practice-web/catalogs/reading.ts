/** Off-topic subjects: texts with a title, a section, an author and a day. */

import { type Catalog, day } from './catalog.ts';
import { person } from './people.ts';

interface Reading {
  readonly subject: string;
  readonly plural: string;
  readonly sections: readonly string[];
  readonly titles: readonly string[];
  readonly titlePools: Readonly<Record<string, readonly string[]>>;
  readonly sentences: readonly string[];
  readonly pools: Readonly<Record<string, readonly string[]>>;
  readonly taglines: readonly string[];
}

function reading(about: Reading): Catalog {
  const all = { ...about.pools, ...about.titlePools };
  return {
    subject: about.subject,
    plural: { en: [about.plural], de: ['Beiträge'], fr: ['articles'], es: ['artículos'] },
    fields: [
      {
        column: 'title',
        kind: 'text',
        labels: { en: ['Title', 'Headline'], de: ['Titel'], fr: ['Titre'], es: ['Título'] },
        names: ['title', 'headline'],
        make: (random) =>
          random
            .pick(about.titles)
            .replace(/\{(\w+)\}/g, (whole, pool: string) => (all[pool] ? random.pick(all[pool]) : whole)),
      },
      {
        column: 'section',
        kind: 'choice',
        values: about.sections,
        labels: { en: ['Section', 'Topic', 'Category'], de: ['Rubrik'], fr: ['Rubrique'], es: ['Sección'] },
        names: ['section', 'topic', 'cat'],
        make: (random) => random.pick(about.sections),
      },
      {
        column: 'author',
        kind: 'text',
        labels: { en: ['By', 'Author'], de: ['Von'], fr: ['Par'], es: ['Por'] },
        names: ['author', 'by'],
        make: (random) => person(random),
      },
      {
        column: 'date',
        kind: 'date',
        labels: { en: ['Date', 'Published'], de: ['Datum'], fr: ['Date'], es: ['Fecha'] },
        names: ['date', 'since'],
        make: (random, _row, now) => day(now, -random.int(0, 400)),
      },
    ],
    sentences: about.sentences,
    pools: all,
    taglines: about.taglines,
  };
}

export const news = reading({
  subject: 'news',
  plural: 'articles',
  sections: ['Business', 'Culture', 'Politics', 'Science', 'Sport', 'World'],
  titles: [
    '{body} votes on the {matter}',
    'Storm warning for the {region} districts',
    '{region} {club} win after extra time',
    'Ministers meet over the {matter}',
    'Strike closes {place} for a third day',
    '{region} towns count the cost of the {matter}',
  ],
  titlePools: {
    body: ['Parliament', 'City council', 'Senate', 'The committee'],
    matter: ['school budget', 'water prices', 'new tram line', 'energy tax', 'coastal defences'],
    region: ['Northern', 'Coastal', 'Valley', 'Eastern'],
    club: ['United', 'Rovers', 'Athletic'],
    place: ['the port', 'the refinery', 'two stations'],
  },
  sentences: [
    '{body} is expected to decide on the {matter} before the end of the month.',
    'Opposition leaders called the plan unaffordable and asked for an inquiry.',
    'Police closed the main road for several hours on Tuesday morning.',
    'Economists had forecast slower growth in the second quarter.',
    'Residents of the {region} districts were told to stay indoors overnight.',
    'The mayor said the city would publish the figures on Monday.',
    'A spokesman declined to comment on the negotiations.',
    'The striker scored twice in the final ten minutes of the match.',
    'Scientists at the institute measured a sharp rise over the past decade.',
    'The trial is due to continue next week.',
  ],
  pools: {},
  taglines: ['News, morning and evening', 'Independent since 1921', 'All the news of the region'],
});

export const recipe = reading({
  subject: 'recipe',
  plural: 'recipes',
  sections: ['Baking', 'Dessert', 'Fish', 'Meat', 'Soup', 'Vegetarian'],
  titles: [
    '{way} {food} with {side}',
    '{food} soup',
    "Grandmother's {food} pie",
    'Spicy {food} and {side}',
    'Quick {food} salad',
  ],
  titlePools: {
    way: ['Roasted', 'Braised', 'Grilled', 'Slow-cooked'],
    food: ['carrot', 'lentil', 'chicken', 'pumpkin', 'salmon', 'aubergine', 'potato', 'mushroom'],
    side: ['rice', 'almonds', 'yoghurt', 'coriander', 'black beans', 'fennel'],
  },
  sentences: [
    'Peel the {food} and cut it into thin slices.',
    'Heat the oil in a heavy pan and soften the onions for ten minutes.',
    'Season with salt, pepper and a pinch of {spice}.',
    'Bake at 180 degrees until the crust is golden.',
    'Whisk the eggs with the sugar until pale and creamy.',
    'Let the dough rest under a cloth for an hour.',
    'Serve with {side} and a squeeze of lemon.',
    'Add the stock a ladle at a time and keep stirring.',
    'Leftovers keep for three days in the refrigerator.',
    'Toast the seeds without fat until they smell nutty.',
  ],
  pools: { spice: ['cumin', 'paprika', 'nutmeg', 'cinnamon'] },
  taglines: ['Cooking without fuss', 'Recipes from our kitchen', 'What is for dinner?'],
});

export const manual = reading({
  subject: 'manual',
  plural: 'pages',
  sections: ['Guide', 'Reference', 'Release notes', 'Tutorial'],
  titles: [
    'Configuring the {part}',
    '{part} reference',
    'How to migrate the {part}',
    'Troubleshooting {part} errors',
    'The {part} in depth',
  ],
  titlePools: {
    part: [
      'scheduler',
      'parser',
      'message queue',
      'cache',
      'plug-in loader',
      'logger',
      'type checker',
      'connection pool',
    ],
  },
  sentences: [
    'The {part} reads its options from a configuration file in the working directory.',
    'Set the environment variable before starting the process.',
    'A callback that throws stops the event loop unless an error handler is registered.',
    'This function returns a promise that resolves when all buffers are flushed.',
    'Since version {version} the default timeout is thirty seconds.',
    'Deprecated flags print a warning and will be removed in the next major release.',
    'Run the command with the verbose switch to see which module was loaded.',
    'Memory is released when the last reference goes out of scope.',
    'The API is stable; internal modules may change without notice.',
    'Compile the extension with the same compiler as the interpreter.',
  ],
  pools: { version: ['2.4', '3.0', '5.1'] },
  taglines: ['Documentation', 'The developer manual', 'Guides and reference'],
});

export const company = reading({
  subject: 'company',
  plural: 'announcements',
  sections: ['Careers', 'Press', 'Sustainability', 'Technology'],
  titles: [
    'New {thing} plant opens',
    'Annual report published',
    'We are hiring {job}s',
    '{thing} wins industry award',
    'Our {thing} and the environment',
  ],
  titlePools: {
    thing: ['valve', 'bearing', 'coating', 'sensor', 'packaging', 'conveyor'],
    job: ['engineer', 'welder', 'accountant', 'planner'],
  },
  sentences: [
    'We develop and manufacture {thing} systems for customers in thirty countries.',
    'Quality management is certified according to the usual international standards.',
    'Our employees are trained in two apprenticeship workshops.',
    'The group achieved a turnover of {sum} million in the past year.',
    'Shareholders approved the dividend at the general meeting.',
    'Energy consumption per unit fell for the fourth year in a row.',
    'The sales team will gladly prepare an individual offer for your plant.',
    'Maintenance contracts cover inspection, lubrication and wear parts.',
    'The family business is now run by the third generation.',
    'Research and development employ sixty people at two locations.',
  ],
  pools: { sum: ['140', '85', '310'] },
  taglines: ['Precision since 1948', 'Solutions for industry', 'Moving parts that last'],
});

export const weblog = reading({
  subject: 'weblog',
  plural: 'posts',
  sections: ['Diary', 'Garden', 'Notes', 'Photography', 'Walking'],
  titles: [
    'A week of {weather}',
    'Notes on {craft}',
    'The {creature} came back',
    'Why I gave up {craft}',
    'Small things, {month}',
  ],
  titlePools: {
    weather: ['rain', 'fog', 'frost', 'sun'],
    craft: ['knitting', 'beekeeping', 'birdwatching', 'watercolour', 'pottery', 'cycling'],
    creature: ['fieldfare', 'hedgehog', 'swallow', 'heron'],
    month: ['January', 'March', 'June', 'October'],
  },
  sentences: [
    'I got up before the light and walked down to the water.',
    'The {creature} sat on the fence and watched me work.',
    'There is a stage in {craft} where everything looks wrong.',
    'My neighbour left a bag of plums on the doorstep.',
    'I have been reading less and mending more.',
    'The camera stayed in the rucksack, which was a relief.',
    'We planted beans along the south wall again this year.',
    'Nobody tells you how much of {craft} is waiting.',
    'The path was flooded, so we took the long way round.',
    'Thank you for the letters; I answer all of them, slowly.',
  ],
  pools: {},
  taglines: ['A slow diary', 'Notes from the end of the lane', 'Mostly outdoors'],
});

export const forum = reading({
  subject: 'forum',
  plural: 'threads',
  sections: ['Beginners', 'For sale and wanted', 'General', 'Off topic', 'Workshop'],
  titles: [
    'Strange noise from the {part}',
    'Which {tool} do you use?',
    '[Solved] {part} will not start',
    'Newbie with a question about the {part}',
    'Show us your {tool}',
  ],
  titlePools: {
    part: ['gearbox', 'clutch', 'carburettor', 'alternator', 'rear axle'],
    tool: ['torque wrench', 'trailer', 'lathe', 'welding mask'],
  },
  sentences: [
    'Mine did the same until I cleaned the {part} with brake fluid.',
    'Please use the thread about that instead of opening a new one.',
    'Post a picture, nobody can tell from the description.',
    'I bought the {tool} second hand and never looked back.',
    'Have you checked the fuse under the dashboard?',
    'Moderator: moved to the right board.',
    'The manual says forty newton metres, but I would go for thirty-five.',
    'Welcome to the board, and good luck with the restoration.',
    'Sold, thanks everybody.',
    'Same problem here since the weekend, any ideas?',
  ],
  pools: {},
  taglines: ['The board for people with oily hands', 'Ask, answer, repair'],
});
