import type { QuestionPhase } from '#server/domain/site/notices.ts'

/** A question with its answer, in English and in Marathi. */
type Asked = readonly [
  en: readonly [question: string, answer: string],
  mr: readonly [question: string, answer: string],
  /** Asked only where scrutiny may take place at a centre (`centre`), or a degree may have a CGPA (`degree`). */
  only?: 'centre' | 'degree',
]

/**
 * Questions that candidates of every course ask, by phase. A new portal starts with them; the cell edits them and adds
 * its own. Source: rules §11.1.
 */
export const questionsByPhase: Readonly<Record<QuestionPhase, readonly Asked[]>> = {
  register: [
    [
      [
        'Who can register?',
        'Every citizen of India who meets the conditions under “Who can apply” on this page, from Maharashtra or from any other state. The form then proposes the type of candidature that fits you.',
      ],
      [
        'नोंदणी कोण करू शकते?',
        'या पानावरील “कोण अर्ज करू शकतो” येथील अटी पूर्ण करणारा भारताचा प्रत्येक नागरिक, महाराष्ट्रातील किंवा इतर कोणत्याही राज्यातील. तुम्हाला लागू होणारा उमेदवारीचा प्रकार अर्ज सुचवतो.',
      ],
    ],
    [
      [
        'Can I fill in the form on a phone?',
        'Yes. Every page works on a phone, and each step is saved on its own. Stop when you like and go on later, on the same phone or on any other device.',
      ],
      [
        'मोबाइलवर अर्ज भरता येतो का?',
        'होय. प्रत्येक पान मोबाइलवर चालते आणि प्रत्येक टप्पा स्वतंत्रपणे जतन होतो. हवे तेव्हा थांबा आणि नंतर त्याच किंवा दुसऱ्या उपकरणावर पुढे भरा.',
      ],
    ],
    [
      [
        'Whose mobile number should I give?',
        'Your own, or one that stays with your family until admissions end. Every OTP and every notice comes to it, and each number can register only once in a course.',
      ],
      [
        'कोणाचा मोबाइल क्रमांक द्यावा?',
        'तुमचा स्वतःचा, किंवा प्रवेश संपेपर्यंत कुटुंबाकडे राहणारा. प्रत्येक ओटीपी आणि सूचना त्याच क्रमांकावर येते. एका अभ्यासक्रमासाठी एका क्रमांकावरून एकदाच नोंदणी होते.',
      ],
    ],
    [
      [
        'The OTP does not come. What can I do?',
        'Wait a minute: networks are slow at times. Then ask for it once more on the same page. Check that your phone does not block service messages. If it still does not come, call the helpline.',
      ],
      [
        'ओटीपी येत नाही. मी काय करू?',
        'एक मिनिट थांबा. कधी कधी नेटवर्क मंद असते. नंतर त्याच पानावर पुन्हा एकदा ओटीपी मागवा आणि तुमचा फोन सेवा संदेश स्वीकारतो का ते पहा. तरीही आला नाही तर मदत क्रमांकावर फोन करा.',
      ],
    ],
    [
      [
        'I have lost my mobile phone or number.',
        'If you can still log in, change the number in your profile. Otherwise call the helpline. The number changes after an officer has seen your documents and a second one has agreed.',
      ],
      [
        'माझा मोबाइल किंवा क्रमांक हरवला आहे.',
        'लॉगिन करता येत असेल तर तुमच्या खात्यात क्रमांक बदला. नसेल तर मदत क्रमांकावर फोन करा. एका अधिकाऱ्याने कागदपत्रे पाहिल्यावर आणि दुसऱ्याने संमती दिल्यावर क्रमांक बदलतो.',
      ],
    ],
    [
      [
        'I have forgotten my password or Application ID.',
        'Open Forgot Password and give your mobile number, e-mail address or Application ID. An OTP lets you set a new password. You can log in with any of the three.',
      ],
      [
        'मला पासवर्ड किंवा अर्ज क्रमांक आठवत नाही.',
        '“पासवर्ड विसरलात?” हे पान उघडा आणि मोबाइल क्रमांक, ई-मेल किंवा अर्ज क्रमांक द्या. ओटीपी देऊन नवीन पासवर्ड ठेवा. या तिन्हींपैकी कशानेही लॉगिन करता येते.',
      ],
    ],
    [
      [
        'I registered with a wrong spelling of my name.',
        'The form takes the name from your registration, and it must be the one on your SSC marksheet. Before you submit, write to the helpline and attach the marksheet.',
      ],
      [
        'नोंदणीत माझ्या नावाचे स्पेलिंग चुकले आहे.',
        'नाव एसएससी गुणपत्रिकेप्रमाणे हवे. नोंदणीतील नावच अर्जात येते. म्हणून अर्ज सादर करण्यापूर्वी गुणपत्रिका जोडून मदत कक्षाला लिहा.',
      ],
    ],
  ],
  form: [
    [
      [
        'Which type of candidature is mine?',
        'Read the types from A on, and claim the first that fits. If an answer contradicts your type, the form says so and names the other types.',
      ],
      [
        'माझा उमेदवारीचा प्रकार कोणता?',
        'A पासून पुढचे प्रकार वाचा आणि लागू होणारा पहिला प्रकार निवडा. एखादे उत्तर प्रकाराशी जुळत नसेल, तर अर्ज तसे सांगतो आणि इतर प्रकार दाखवतो.',
      ],
    ],
    [
      [
        'I am from outside Maharashtra. May I claim my category?',
        'No. Only types A to D can claim a category of Maharashtra. Candidates of all other types are treated as Open.',
      ],
      [
        'मी महाराष्ट्राबाहेरील आहे. मला प्रवर्गाचा लाभ घेता येईल का?',
        'नाही. महाराष्ट्रातील प्रवर्गाचा लाभ फक्त A ते D या प्रकारांना मिळतो. इतर सर्व प्रकारांचे उमेदवार खुल्या प्रवर्गात धरले जातात.',
      ],
    ],
    [
      [
        'Should I choose e-scrutiny or a facilitation centre?',
        'Both lead to the same result. In e-scrutiny an officer checks your form online. At a centre you show the originals in person, at a time that you book.',
      ],
      [
        'ई-छाननी निवडावी की सुविधा केंद्र?',
        'दोन्हींचा परिणाम सारखाच असतो. ई-छाननीत अधिकारी तुमचा अर्ज ऑनलाइन तपासतात. केंद्रावर तुम्ही ठरवलेल्या वेळी स्वतः जाऊन मूळ कागदपत्रे दाखवता.',
      ],
      'centre',
    ],
    [
      [
        'My result is a CGPA, not marks.',
        'Enter the CGPA with its scale, and the percentage that your university certifies. Upload the conversion certificate of the university: an officer verifies it.',
      ],
      [
        'माझा निकाल गुणांत नाही, सीजीपीएमध्ये आहे.',
        'सीजीपीए, त्याचे कमाल मूल्य (स्केल) आणि विद्यापीठाने प्रमाणित केलेली टक्केवारी लिहा. विद्यापीठाचे रूपांतर प्रमाणपत्र अपलोड करा. अधिकारी ते तपासतात.',
      ],
      'degree',
    ],
    [
      [
        'Can I change an earlier step after I have filled in later ones?',
        'Yes, until you submit. Steps that depend on the change open again, and the page tells you which before it saves.',
      ],
      [
        'पुढचे टप्पे भरल्यावर आधीचा टप्पा बदलता येतो का?',
        'होय, अर्ज सादर करेपर्यंत. त्या बदलावर अवलंबून असलेले टप्पे पुन्हा उघडतात. कोणते उघडतील ते पान जतन करण्यापूर्वीच सांगते.',
      ],
    ],
    [
      [
        'I have made a mistake in a form that I submitted.',
        'While registration is open and nobody has taken your form up, open Print Form and unlock it with your password and an OTP. Then correct it and submit it again.',
      ],
      [
        'सादर केलेल्या अर्जात माझी चूक झाली आहे.',
        'नोंदणी सुरू असेपर्यंत आणि कोणी तुमचा अर्ज तपासणीस घेतला नसेल तोपर्यंत “अर्जाची छापील प्रत” हे पान उघडा आणि पासवर्ड व ओटीपीने अर्ज अनलॉक करा. मग दुरुस्ती करून पुन्हा सादर करा.',
      ],
    ],
    [
      [
        'I have filled in everything. Is my form submitted?',
        'Only once the page Print Form says so and gives the time. A form that is filled in and paid but not submitted is not considered.',
      ],
      [
        'मी सर्व माहिती भरली आहे. अर्ज सादर झाला का?',
        '“अर्जाची छापील प्रत” हे पान वेळेसह तसे सांगते तेव्हाच. माहिती व शुल्क भरलेला, पण सादर न केलेला अर्ज विचारात घेतला जात नाही.',
      ],
    ],
  ],
  documents: [
    [
      [
        'How large may my certificates be?',
        'A photograph up to 10 MB, a PDF up to 2 MB. A clear photograph taken with a phone will do. The portal makes it as small as it needs.',
      ],
      [
        'माझ्या प्रमाणपत्रांचा आकार किती असावा?',
        'छायाचित्र 10 MB पर्यंत, PDF 2 MB पर्यंत. मोबाइलने काढलेले स्पष्ट छायाचित्र चालते. पोर्टल ते आवश्यक तेवढे लहान करते.',
      ],
    ],
    [
      [
        'My certificate has several pages.',
        'Choose the photographs of all pages together, in order. The portal makes one PDF of them. You can also send one PDF.',
      ],
      [
        'माझ्या प्रमाणपत्राची अनेक पाने आहेत.',
        'सर्व पानांची छायाचित्रे क्रमाने एकत्र निवडा. पोर्टल त्यांची एकच PDF तयार करते. तुम्ही एकच PDF फाइलही पाठवू शकता.',
      ],
    ],
    [
      [
        'My PDF is refused.',
        'A PDF with a password, scripts, media or links is refused, because it could do harm. Print it to PDF again, or photograph the paper.',
      ],
      [
        'माझी PDF स्वीकारली जात नाही.',
        'पासवर्ड, स्क्रिप्ट, ध्वनी, व्हिडिओ किंवा लिंक असलेली PDF धोकादायक ठरू शकते, म्हणून ती स्वीकारली जात नाही. ती पुन्हा PDF म्हणून छापा, किंवा कागदाचे छायाचित्र काढा.',
      ],
    ],
    [
      [
        'I have applied for my caste validity certificate but do not have it yet.',
        'Choose “applied” and enter the number and date of the receipt, and upload the receipt. Hand in the certificate under Pending certificates before its last date.',
      ],
      [
        'जात वैधता प्रमाणपत्रासाठी अर्ज केला आहे, पण ते अजून मिळालेले नाही.',
        '“अर्ज केला आहे” हे निवडा, पावतीचा क्रमांक व तारीख लिहा आणि पावती अपलोड करा. अंतिम तारखेपूर्वी “सादर करायची प्रमाणपत्रे” या पानावर प्रमाणपत्र द्या.',
      ],
    ],
    [
      [
        'Who needs a non-creamy-layer certificate?',
        'Every candidate who claims a category other than SC or ST. It must be valid on the date that the form names beside the question about it.',
      ],
      [
        'नॉन-क्रीमी लेयर प्रमाणपत्र कोणाला लागते?',
        'अनुसूचित जाती व जमाती सोडून इतर कोणत्याही प्रवर्गाचा लाभ मागणाऱ्या प्रत्येकाला. अर्जात या प्रश्नाजवळ दिलेल्या तारखेला ते वैध असावे.',
      ],
    ],
    [
      [
        'Which documents do I have to upload?',
        'Exactly those in the step Documents Details. The list follows from your answers, and says beside each document why it is needed.',
      ],
      [
        'मला कोणती कागदपत्रे अपलोड करायची आहेत?',
        '“कागदपत्रांचा तपशील” या टप्प्यात दिलेली तेवढीच. ही यादी तुमच्या उत्तरांवरून तयार होते. कागदपत्र का हवे ते प्रत्येकाशेजारी लिहिलेले असते.',
      ],
    ],
  ],
  fee: [
    [
      [
        'How much is the application fee?',
        'The page Application Fee has the amounts in force. The form asks for the amount that follows from your type and category.',
      ],
      [
        'अर्ज शुल्क किती आहे?',
        'सध्याच्या रकमा “अर्ज शुल्क” या पानावर आहेत. तुमच्या प्रकारानुसार आणि प्रवर्गानुसार लागू होणारी रक्कम अर्जातच दिसते.',
      ],
    ],
    [
      [
        'Money left my account, but the form says that the fee is not paid.',
        'Do not pay again. The portal keeps asking the bank until it knows. Money that left your account before the deadline counts, even if the bank confirms it later.',
      ],
      [
        'माझ्या खात्यातून पैसे गेले, पण अर्जात शुल्क भरले नाही असे दिसते.',
        'पुन्हा पैसे भरू नका. खात्री होईपर्यंत पोर्टल बँकेला विचारत राहते. अंतिम मुदतीपूर्वी खात्यातून गेलेले पैसे बँकेने खात्री नंतर दिली तरी धरले जातात.',
      ],
    ],
    [
      [
        'I have paid twice.',
        'The second payment comes back in full to the account that it came from, without your asking. Transaction Logs shows when.',
      ],
      [
        'माझ्याकडून दोनदा शुल्क भरले गेले.',
        'दुसरी रक्कम ज्या खात्यातून आली त्याच खात्यात पूर्ण परत मिळते. त्यासाठी अर्ज करावा लागत नाही. ती कधी मिळेल ते “व्यवहारांच्या नोंदी” या पानावर दिसते.',
      ],
    ],
    [
      [
        'Is the application fee returned if I do not get a seat?',
        'No. The application fee pays for the scrutiny of the form. Only a second payment of the same fee is returned.',
      ],
      [
        'जागा मिळाली नाही तर अर्ज शुल्क परत मिळते का?',
        'नाही. अर्ज शुल्क अर्जाच्या छाननीसाठी असते. एकच शुल्क दोनदा भरले गेले तरच दुसरी रक्कम परत मिळते.',
      ],
    ],
    [
      [
        'Why am I asked to pay a difference?',
        'If a claim was not accepted, Convert Fees gives the reason and the amount. If you moved to a category with a higher fee, the Payment step does.',
      ],
      [
        'मला शुल्कातील फरक भरायला का सांगितले आहे?',
        'तुमचा एखादा दावा मान्य झाला नसेल, तर कारण आणि रक्कम “शुल्कातील फरक” या पानावर पहा. तुम्ही अधिक शुल्क असलेला प्रवर्ग निवडला असेल, तर ती “शुल्क भरणा” या टप्प्यात पहा.',
      ],
    ],
  ],
  scrutiny: [
    [
      [
        'How do I know that my form has been checked?',
        'You get an SMS, and an e-mail once your address is verified. The dashboard shows it too. Once the form is confirmed, the Acknowledgment Receipt is there to print.',
      ],
      [
        'माझा अर्ज तपासला गेला हे मला कसे कळेल?',
        'तुम्हाला एसएमएस येतो; ई-मेल पत्ता पडताळलेला असल्यास ई-मेलही येतो. डॅशबोर्डवरही ते दिसते. अर्ज निश्चित झाल्यावर पोचपावती छापता येते.',
      ],
    ],
    [
      [
        'My form came back. What now?',
        'The dashboard lists what the officer found. Correct the steps that are open, then submit again. You do not pay or start anew.',
      ],
      [
        'माझा अर्ज परत आला आहे. आता काय करू?',
        'अधिकाऱ्यांना काय आढळले ते डॅशबोर्डवर दिसते. उघडलेले टप्पे दुरुस्त करून अर्ज पुन्हा सादर करा. पुन्हा शुल्क भरावे लागत नाही किंवा नव्याने सुरुवात करावी लागत नाही.',
      ],
    ],
    [
      [
        'An officer did not accept my category. Is my application lost?',
        'No. It continues without that claim, as Open. You may raise a grievance if you have the proof.',
      ],
      [
        'अधिकाऱ्यांनी माझा प्रवर्ग मान्य केला नाही. माझा अर्ज बाद झाला का?',
        'नाही. त्या दाव्याशिवाय तुमचा अर्ज खुल्या प्रवर्गात पुढे जातो. पुरावा असेल तर तुम्ही तक्रार करू शकता.',
      ],
    ],
    [
      [
        'What do I bring to the facilitation centre?',
        'The originals of everything you uploaded, and the phone with your mobile number. The officer asks you for an OTP only while you are there.',
      ],
      [
        'सुविधा केंद्रात काय घेऊन जावे?',
        'अपलोड केलेल्या सर्व कागदपत्रांच्या मूळ प्रती आणि तुमचा मोबाइल. अधिकारी फक्त तुम्ही समोर असताना ओटीपी विचारतात.',
      ],
      'centre',
    ],
  ],
  merit: [
    [
      [
        'How is the merit number decided?',
        'By the criteria in the chapter “Merit lists” of the Information Brochure. The first decides; each further one only between candidates who are equal so far. Your merit page explains your rank.',
      ],
      [
        'गुणवत्ता क्रमांक कसा ठरतो?',
        'माहिती पुस्तिकेतील “गुणवत्ता याद्या” या प्रकरणात दिलेल्या निकषांवरून. पहिला निकष क्रम ठरवतो; त्यात समान असलेल्यांसाठी पुढचा निकष पाहिला जातो. तुमचा क्रमांक कसा ठरला ते तुमच्या गुणवत्ता पानावर समजते.',
      ],
    ],
    [
      [
        'Why do the provisional and the final list differ?',
        'Between them candidates raise grievances and officers decide on them. A correction may move a candidate, and others with them.',
      ],
      [
        'तात्पुरत्या आणि अंतिम यादीत फरक का असतो?',
        'या दोन्हींच्या दरम्यान उमेदवार तक्रारी करतात आणि अधिकारी निर्णय देतात. दुरुस्ती झालेल्यांचा क्रमांक बदलू शकतो आणि त्यामुळे इतरांचाही बदलतो.',
      ],
    ],
    [
      [
        'Something about me is wrong in the provisional list.',
        'Raise a grievance while that is open, name the fact and attach the proof. The schedule has the last date. The answer comes to your message box.',
      ],
      [
        'तात्पुरत्या यादीत माझी काही माहिती चुकीची आहे.',
        'तक्रारींची मुदत असेपर्यंत चुकीची माहिती नमूद करून पुराव्यासह तक्रार करा. अंतिम तारीख वेळापत्रकात आहे. उत्तर तुमच्या संदेश पेटीत येते.',
      ],
    ],
    [
      [
        'I am not on the merit list.',
        'Look up your status with your Application ID. A form that was not submitted or not confirmed in time is on no list for the rounds.',
      ],
      [
        'माझे नाव गुणवत्ता यादीत नाही.',
        'अर्ज क्रमांक देऊन तुमची स्थिती पहा. वेळेत सादर न केलेला किंवा निश्चित न झालेला अर्ज फेऱ्यांच्या यादीत येत नाही.',
      ],
    ],
  ],
  options: [
    [
      [
        'How many choices may I enter, and in which order?',
        'Up to 300. Put the course that you want most first. A lower choice never harms a higher one, so enter every course that you would accept.',
      ],
      [
        'किती विकल्प आणि कोणत्या क्रमाने द्यावेत?',
        '300 पर्यंत. सर्वांत हवा असलेला अभ्यासक्रम पहिला ठेवा. खालच्या विकल्पामुळे वरच्या विकल्पाची संधी कमी होत नाही. म्हणून स्वीकाराल असे सर्व अभ्यासक्रम द्या.',
      ],
    ],
    [
      [
        'I saved my choices. Is that enough?',
        'No. Confirm the option form with your password and an OTP. Choices that are saved but not confirmed are not considered.',
      ],
      [
        'मी विकल्प जतन केले आहेत. तेवढे पुरेसे आहे का?',
        'नाही. पासवर्ड आणि ओटीपी देऊन विकल्प अर्ज निश्चित करा. जतन केलेले पण निश्चित न केलेले विकल्प विचारात घेतले जात नाहीत.',
      ],
    ],
    [
      [
        'Can I change my choices after I have confirmed them?',
        'Yes, while the option form is open. Unlock it with your password and an OTP, change it, and confirm it again.',
      ],
      [
        'निश्चित केल्यानंतर विकल्प बदलता येतात का?',
        'होय, विकल्प अर्जाची मुदत असेपर्यंत. पासवर्ड व ओटीपीने अर्ज अनलॉक करा, बदल करा आणि पुन्हा निश्चित करा.',
      ],
    ],
    [
      [
        'How are seats allotted?',
        'In the order of merit, each candidate gets the highest choice for which a seat is left that is open to them. My Allotment explains why a higher choice was not possible.',
      ],
      [
        'जागा कशा दिल्या जातात?',
        'गुणवत्ता क्रमाने प्रत्येक उमेदवाराला त्याला खुली असलेली शिल्लक जागा ज्या सर्वांत वरच्या विकल्पात असेल, तो विकल्प मिळतो. वरचा विकल्प का मिळाला नाही ते “माझे जागावाटप” या पानावर समजते.',
      ],
    ],
    [
      [
        'I did not fill in the option form of a CAP round. Am I out?',
        'Of that round. If another CAP round follows, you may fill in its option form while it is open. “Important dates” names every round.',
      ],
      [
        'मी एका कॅप फेरीत विकल्प अर्ज भरला नाही. मी प्रक्रियेबाहेर जाईन का?',
        'फक्त त्या फेरीतून. त्यानंतर आणखी कॅप फेरी असेल, तर तिचा विकल्प अर्ज खुला असताना तो भरता येतो. सर्व फेऱ्या “महत्त्वाच्या तारखा” येथे दिसतात.',
      ],
    ],
  ],
  seat: [
    [
      [
        'What is the difference between freeze and betterment?',
        'Freeze: the seat is final, and you take part in no other round. Betterment: you accept and keep it. If another round follows, it may give you a choice that you like better. In the last round every seat is final.',
      ],
      [
        'फ्रीझ आणि बेटरमेंट यात फरक काय?',
        'फ्रीझ: ही जागा तुमची कायम होते आणि इतर कोणत्याही फेरीत भाग घेता येत नाही. बेटरमेंट: जागा स्वीकारून ठेवता येते. त्यानंतर आणखी फेरी असेल, तर तिच्यात अधिक पसंतीची जागा मिळू शकते. शेवटच्या फेरीतील प्रत्येक जागा कायम होते.',
      ],
    ],
    [
      [
        'Why can I only freeze my seat?',
        'It is your first choice or within the number of choices that freeze in this round, or this is the last round. If you do not accept such a seat in time, you leave the rounds.',
      ],
      [
        'मला जागा फक्त फ्रीझच का करता येते?',
        'ती तुमची पहिली पसंती आहे किंवा या फेरीत आपोआप फ्रीझ होणाऱ्या विकल्पांपैकी आहे, किंवा ही शेवटची फेरी आहे. अशी जागा वेळेत न स्वीकारल्यास तुम्ही फेऱ्यांतून बाहेर पडता.',
      ],
    ],
    [
      [
        'What happens if I do nothing about a seat?',
        'You lose the seat. You can take part in another round only if one follows and the seat did not freeze automatically.',
      ],
      [
        'मिळालेल्या जागेबाबत काहीच केले नाही तर काय होते?',
        'ती जागा तुमची राहत नाही. त्यानंतर आणखी फेरी असेल आणि जागा आपोआप फ्रीझ झाली नसेल, तरच त्या फेरीत भाग घेता येतो.',
      ],
    ],
    [
      [
        'How often do I pay the seat acceptance fee?',
        'Once in the season, at your first acceptance. It is not returned. The fee of the course is paid to the institute.',
      ],
      [
        'जागा स्वीकृती शुल्क किती वेळा भरावे लागते?',
        'पहिल्यांदा जागा स्वीकारताना एकदाच. ते परत मिळत नाही. अभ्यासक्रमाचे शुल्क संस्थेकडे भरायचे असते.',
      ],
    ],
    [
      [
        'A fact in my self-verification is wrong.',
        'Mark it as incorrect and enter the right value. If a benefit depends on it, an officer decides first, and you get time to accept after the decision.',
      ],
      [
        'जागेमागील माझी एक माहिती चुकीची आहे.',
        'ती चुकीची म्हणून नोंदवा आणि योग्य माहिती लिहा. त्यावर एखादा लाभ अवलंबून असेल, तर आधी अधिकारी निर्णय देतात. निर्णयानंतर जागा स्वीकारण्यासाठी वेळ मिळतो.',
      ],
    ],
  ],
  admission: [
    [
      [
        'What do I bring to the institute, and by when?',
        'Your originals, the allotment letter and the receipt of the seat acceptance fee, before reporting closes at 17:00 on its last day.',
      ],
      [
        'संस्थेत काय आणि कधीपर्यंत घेऊन जावे?',
        'मूळ कागदपत्रे, जागावाटप पत्र आणि जागा स्वीकृती शुल्काची पावती. शेवटच्या दिवशी 17:00 पूर्वी हजर व्हा.',
      ],
    ],
    [
      [
        'How do I know that the institute has recorded my admission?',
        'Your dashboard says “recorded” with the time, or “not recorded yet”. Do not leave the institute before it says “recorded”.',
      ],
      [
        'संस्थेने माझा प्रवेश नोंदवला हे कसे कळेल?',
        'डॅशबोर्डवर वेळेसह “नोंद झाली” किंवा “संस्थेने अजून नोंद केलेली नाही” असे दिसते. “नोंद झाली” असे दिसेपर्यंत संस्थेतून निघू नका.',
      ],
    ],
    [
      [
        'How do I cancel my admission, and what do I get back?',
        'Use Cancel Admission, with your password and an OTP. Before the last date of cancellation the institute keeps at most ₹1,000 of the course fee.',
      ],
      [
        'प्रवेश कसा रद्द करायचा आणि किती पैसे परत मिळतात?',
        '“प्रवेश रद्द करणे” या पानावर पासवर्ड आणि ओटीपी द्या. प्रवेश रद्द करण्याच्या अंतिम तारखेपूर्वी संस्था अभ्यासक्रमाच्या शुल्कातून जास्तीत जास्त ₹1,000 ठेवू शकते.',
      ],
    ],
    [
      [
        'The institute does not return my money or my originals.',
        'It has two days. After that the case is listed under Late Returns and the cell is told. Write to the helpline with your Application ID.',
      ],
      [
        'संस्था माझे पैसे किंवा मूळ कागदपत्रे परत करत नाही.',
        'संस्थेला दोन दिवसांची मुदत असते. त्यानंतर ते प्रकरण “उशिरा झालेले परतावे” या पानावर येते आणि कक्षाला कळवले जाते. अर्ज क्रमांकासह मदत कक्षाला लिहा.',
      ],
    ],
  ],
  help: [
    [
      [
        'Does anybody from the cell ask for my password or an OTP?',
        'Never for your password, and never for an OTP by telephone or message. If a facilitation centre helps you with the form, its officer asks for the OTP sent for the centre, while you are present.',
      ],
      [
        'कक्षातील कोणी माझा पासवर्ड किंवा ओटीपी विचारते का?',
        'पासवर्ड कधीच नाही. ओटीपीही फोनवर किंवा संदेशातून कधीच नाही. सुविधा केंद्रात अर्ज भरत असाल, तरच केंद्रासाठी आलेला ओटीपी तेथील अधिकारी तुमच्यासमोर विचारतात.',
      ],
    ],
    [
      [
        'How can I tell a genuine letter or receipt from a false one?',
        'Scan its QR code, or type its code on the page Verification. The page says for whom it was issued and whether it is still valid.',
      ],
      [
        'पत्र किंवा पावती खरी आहे का हे कसे ओळखावे?',
        'तिच्यावरील क्यूआर कोड स्कॅन करा, किंवा “पडताळणी” या पानावर संकेतांक लिहा. ती कोणासाठी दिली आणि अजून ग्राह्य आहे का हे पान सांगते.',
      ],
    ],
    [
      [
        'I use a cyber café. What should I take care of?',
        'Log out when you are done. Do not let the browser keep your password, and take your printed papers with you.',
      ],
      [
        'सायबर कॅफेतून अर्ज भरताना काय काळजी घ्यावी?',
        'काम झाल्यावर लॉगआउट करा. ब्राउझरमध्ये पासवर्ड साठवू नका आणि छापलेले कागद सोबत घ्या.',
      ],
    ],
  ],
}
