import type { LanguagePack } from '../language-pack.ts';

export default {
  name: 'Hindi',
  words: {
    'form/search': '*खोज*',
    'answer/no-results': `
      कोई परिणाम नहीं, परिणाम नहीं मिला, नहीं मिला, नहीं मिले, कुछ नहीं मिला, कोई नतीजा नहीं, कोई रिकॉर्ड नहीं
    `,
    'answer/invalid': 'कृपया कम से कम, कृपया भरें, कृपया दर्ज, कृपया चुनें, आवश्यक है, अनिवार्य, अमान्य',
    'answer/login': 'कृपया लॉग इन करें, लॉगिन आवश्यक',
    'answer/blocked': 'पहुंच अस्वीकृत, रोबोट नहीं',
    'answer/failure': 'सर्वर त्रुटि',
    'answer/not-found': 'पृष्ठ नहीं मिला',
    'answer/expired': 'सत्र समाप्त',
    'list/next': 'अगला, अगले, अगला पृष्ठ, आगे',
    'list/more': 'और, और देखें, और लोड करें',
    'record/author': 'लेखक',
    'record/artist': 'कलाकार',
    'record/director': 'निर्देशक',
    'record/publisher': 'प्रकाशक',
    'record/brand': 'ब्रांड',
    'record/category': 'शैली, श्रेणी, प्रकार',
    'record/place': 'शहर, स्थान',
    'record/origin': 'से',
    'record/destination': 'तक',
    'record/price': 'कीमत, मूल्य, किराया',
    'record/date': 'तारीख, दिनांक',
    'record/year': 'वर्ष, साल',
    'record/rooms': 'कमरे',
    'record/area': 'क्षेत्रफल',
    'record/rating': 'रेटिंग, सितारे',
    'record/duration': 'अवधि',
    'record/people': 'मेहमान',
    'list/found': 'परिणाम, मिले',
    'list/of': ['में से'],
  },
} satisfies LanguagePack;
