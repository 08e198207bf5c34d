/** Made by `npm run generate -- areas`; do not edit. Data of https://github.com/google/libphonenumber (Apache-2.0). */

export const AREA_CODES_RELEASE = 'libphonenumber 9.0.35';

/** Of calling code 1: area code, its subdivisions, the zones of all its exchanges. */
export const AMERICAN_AREA_CODES = `
201 US-NJ,US-NY America/New_York
202 US-DC America/New_York
203 US-CT America/New_York
204 CA-MB America/Winnipeg
205 US-AL America/Chicago
206 US-WA America/Los_Angeles
207 US-ME America/New_York
208 US-ID America/Boise,America/Denver,America/Los_Angeles
209 US-CA America/Los_Angeles
210 US-TX America/Chicago
212 US-NY America/New_York
213 US-CA America/Los_Angeles
214 US-TX America/Chicago
215 US-PA America/New_York
216 US-OH America/New_York
217 US-IL America/Chicago
218 US-MN America/Chicago
219 US-IN America/Chicago,America/New_York
220 US-OH America/New_York
223 US-PA America/New_York
224 US-IL America/Chicago
225 US-LA America/Chicago
226 CA-ON America/Toronto
227 US-MD America/New_York
228 US-MS America/Chicago
229 US-GA America/New_York
231 US-MI America/New_York
234 US-OH America/New_York
235 US-MO America/Chicago
236 CA-BC America/Vancouver
239 US-FL America/New_York
240 US-MD America/New_York
248 US-MI America/New_York
249 CA-ON America/Toronto
250 CA-BC America/Edmonton,America/Vancouver
251 US-AL America/Chicago
252 US-NC America/New_York
253 US-WA America/Los_Angeles
254 US-TX America/Chicago
256 US-AL America/Chicago
257 CA-BC America/Vancouver
260 US-IN America/New_York
262 US-WI America/Chicago
263 CA-QC America/Toronto
267 US-PA America/New_York
269 US-MI America/New_York
270 US-KY America/Chicago,America/New_York
272 US-PA America/New_York
274 US-WI America/Chicago
276 US-VA America/New_York
279 US-CA America/Los_Angeles
281 US-TX America/Chicago
283 US-OH America/New_York
289 CA-ON America/Toronto
301 US-MD America/New_York
302 US-DE America/New_York
303 US-CO America/Denver
304 US-WV America/New_York
305 US-FL America/New_York
306 CA-SK America/Regina
307 US-WY America/Denver
308 US-NE America/Chicago,America/Denver
309 US-IL America/Chicago
310 US-CA America/Los_Angeles
312 US-IL America/Chicago
313 US-MI America/New_York
314 US-MO America/Chicago
315 US-NY America/New_York
316 US-KS America/Chicago
317 US-IN America/New_York
318 US-LA America/Chicago
319 US-IA America/Chicago
320 US-MN America/Chicago
321 US-FL America/New_York
323 US-CA America/Los_Angeles
324 US-FL America/New_York
325 US-TX America/Chicago
326 US-OH America/New_York
327 US-AR America/Chicago
329 US-NY America/New_York
330 US-OH America/New_York
331 US-IL America/Chicago
332 US-NY America/New_York
334 US-AL America/Chicago
336 US-NC America/New_York
337 US-LA America/Chicago
339 US-MA America/New_York
341 US-CA America/Los_Angeles
343 CA-ON America/Toronto
346 US-TX America/Chicago
347 US-NY America/New_York
350 US-CA America/Los_Angeles
351 US-MA America/New_York
352 US-FL America/New_York
353 US-WI America/Chicago
354 CA-QC America/Toronto
360 US-WA America/Los_Angeles
361 US-TX America/Chicago
363 US-NY America/New_York
364 US-KY America/New_York
365 CA-ON America/Toronto
367 CA-QC America/Toronto
368 CA-AB America/Edmonton
369 US-CA America/Los_Angeles
380 US-OH America/New_York
382 CA-ON America/Toronto
385 US-UT America/Denver
386 US-FL America/New_York
401 US-RI America/New_York
402 US-NE America/Chicago
403 CA-AB America/Edmonton
404 US-GA America/New_York
405 US-OK America/Chicago
406 US-MT America/Denver
407 US-FL America/New_York
408 US-CA America/Los_Angeles
409 US-TX America/Chicago
410 US-MD America/New_York
412 US-PA America/New_York
413 US-MA America/New_York
414 US-WI America/Chicago
415 US-CA America/Los_Angeles
416 CA-ON America/Toronto
417 US-MO America/Chicago
418 CA-QC America/Halifax,America/Toronto
419 US-OH America/New_York
423 US-TN America/Chicago,America/New_York
424 US-CA America/Los_Angeles
425 US-WA America/Los_Angeles
428 CA-NB America/Halifax
430 US-TX America/Chicago
431 CA-MB America/Winnipeg
432 US-TX America/Chicago
434 US-VA America/New_York
435 US-UT America/Denver
437 CA-ON America/Toronto
438 CA-QC America/Toronto
440 US-OH America/New_York
442 US-CA America/Los_Angeles
443 US-MD America/New_York
445 US-PA America/New_York
447 US-IL America/Chicago
448 US-FL America/New_York
450 CA-QC America/Toronto
458 US-OR America/Los_Angeles
463 US-IN America/New_York
464 US-IL America/Chicago
468 CA-QC America/Toronto
469 US-TX America/Chicago
470 US-GA America/New_York
472 US-NC America/New_York
474 CA-SK America/Winnipeg
475 US-CT America/New_York
478 US-GA America/New_York
479 US-AR America/Chicago
480 US-AZ America/Phoenix
484 US-PA America/New_York
501 US-AR America/Chicago
502 US-KY America/New_York
503 US-OR America/Los_Angeles
504 US-LA America/Chicago
505 US-NM America/Denver
506 CA-NB America/Halifax
507 US-MN America/Chicago
508 US-MA America/New_York
509 US-WA America/Los_Angeles
510 US-CA America/Los_Angeles
512 US-TX America/Chicago
513 US-OH America/New_York
514 CA-QC America/Toronto
515 US-IA America/Chicago
516 US-NY America/New_York
517 US-MI America/New_York
518 US-NY America/New_York
519 CA-ON America/Toronto
520 US-AZ America/Phoenix
530 US-CA America/Los_Angeles
531 US-NE America/Chicago
534 US-WI America/Chicago
539 US-OK America/Chicago
540 US-VA America/New_York
541 US-OR America/Denver,America/Los_Angeles
548 CA-ON America/Toronto
551 US-NJ America/New_York
557 US-MO America/Chicago
559 US-CA America/Los_Angeles
561 US-FL America/New_York
562 US-CA America/Los_Angeles
563 US-IA America/Chicago
564 US-WA America/Los_Angeles
567 US-OH America/New_York
570 US-PA America/New_York
571 US-VA America/New_York
572 US-OK America/Chicago
573 US-MO America/Chicago
574 US-IN America/Chicago,America/New_York
575 US-NM America/Denver
579 CA-QC America/Toronto
580 US-OK America/Chicago
581 CA-QC America/Toronto
582 US-PA America/New_York
584 CA-MB America/Winnipeg
585 US-NY America/New_York
586 US-MI America/New_York
587 CA-AB America/Edmonton
601 US-MS America/Chicago
602 US-AZ America/Phoenix
603 US-NH America/New_York
604 CA-BC America/Vancouver
605 US-SD America/Chicago,America/Denver,America/North_Dakota/Center
606 US-KY America/Chicago,America/New_York
607 US-NY America/New_York
608 US-WI America/Chicago
609 US-NJ America/New_York
610 US-PA America/New_York
612 US-MN America/Chicago
613 CA-ON America/Toronto
614 US-OH America/New_York
615 US-TN America/Chicago
616 US-MI America/New_York
617 US-MA America/New_York
618 US-IL America/Chicago
619 US-CA America/Los_Angeles
620 US-KS America/Chicago,America/Denver
623 US-AZ America/Phoenix
626 US-CA America/Los_Angeles
628 US-CA America/Los_Angeles
629 US-TN America/Chicago
630 US-IL America/Chicago
631 US-NY America/New_York
636 US-MO America/Chicago
639 CA-SK America/Regina
640 US-NJ America/New_York
641 US-IA America/Chicago
645 US-FL America/New_York
646 US-NY America/New_York
647 CA-ON America/Toronto
650 US-CA America/Los_Angeles
651 US-MN America/Chicago
656 US-FL America/New_York
657 US-CA America/Los_Angeles
659 US-AL America/Chicago
660 US-MO America/Chicago
661 US-CA America/Los_Angeles
662 US-MS America/Chicago
667 US-MD America/New_York
669 US-CA America/Los_Angeles
672 CA-BC America/Vancouver
678 US-GA America/New_York
680 US-NY America/New_York
681 US-WV America/New_York
682 US-TX America/Chicago
683 CA-ON America/Toronto
686 US-VA America/New_York
689 US-FL America/Chicago
701 US-ND America/Chicago,America/Denver,America/North_Dakota/Center
702 US-NV America/Los_Angeles
703 US-VA America/New_York
704 US-NC America/New_York
705 CA-ON America/Toronto
706 US-GA America/New_York
707 US-CA America/Los_Angeles
708 US-IL America/Chicago
709 CA-NL America/Halifax,America/Puerto_Rico,America/St_Johns
712 US-IA America/Chicago
713 US-TX America/Chicago
714 US-CA America/Los_Angeles
715 US-WI America/Chicago
716 US-NY America/New_York
717 US-PA America/New_York
718 US-NY America/New_York
719 US-CO America/Denver
720 US-CO America/Denver
724 US-PA America/New_York
725 US-NV America/Los_Angeles
726 US-TX America/Chicago
727 US-FL America/New_York
728 US-FL America/New_York
730 US-IL America/Chicago
731 US-TN America/Chicago
732 US-NJ America/New_York
734 US-MI America/New_York
737 US-TX America/Chicago
738 US-CA America/Los_Angeles
740 US-OH America/New_York
742 CA-ON America/Toronto
743 US-NC America/New_York
747 US-CA America/Los_Angeles
748 US-CO America/Denver
753 CA-ON America/Toronto
754 US-FL America/New_York
757 US-VA America/New_York
760 US-CA America/Los_Angeles
762 US-GA America/New_York
763 US-MN America/Chicago
765 US-IN America/New_York
769 US-MS America/Chicago
770 US-GA America/New_York
771 US-DC America/New_York
772 US-FL America/New_York
773 US-IL America/Chicago
774 US-MA America/New_York
775 US-NV America/Boise,America/Denver,America/Los_Angeles
778 CA-BC America/Vancouver
779 US-IL America/Chicago
780 CA-AB America/Edmonton
781 US-MA America/New_York
782 CA-NS,CA-PE America/Halifax
785 US-KS America/Chicago,America/Denver
786 US-FL America/New_York
801 US-UT America/Denver
802 US-VT America/New_York
803 US-SC America/New_York
804 US-VA America/New_York
805 US-CA America/Los_Angeles
806 US-TX America/Chicago
807 CA-ON America/Toronto,America/Winnipeg
808 US-HI Pacific/Honolulu
810 US-MI America/New_York
812 US-IN America/Chicago,America/New_York
813 US-FL America/New_York
814 US-PA America/New_York
815 US-IL America/Chicago
816 US-MO America/Chicago
817 US-TX America/Chicago
818 US-CA America/Los_Angeles
819 CA-QC America/Toronto
820 US-CA America/Los_Angeles
821 US-SC America/New_York
825 CA-AB America/Edmonton
826 US-VA America/New_York
828 US-NC America/New_York
830 US-TX America/Chicago
831 US-CA America/Los_Angeles
832 US-TX America/Chicago
835 US-PA America/New_York
838 US-NY America/New_York
839 US-SC America/New_York
840 US-CA America/Los_Angeles
843 US-SC America/New_York
845 US-NY America/New_York
847 US-IL America/Chicago
848 US-NJ America/New_York
850 US-FL America/Chicago,America/New_York
854 US-SC America/New_York
856 US-NJ America/New_York
857 US-MA America/New_York
858 US-CA America/Los_Angeles
859 US-KY America/New_York
860 US-CT America/New_York
862 US-NJ America/New_York
863 US-FL America/New_York
864 US-SC America/New_York
865 US-TN America/New_York
867 CA-NT,CA-NU,CA-YT America/Edmonton,America/Fort_Nelson,America/Toronto,America/Vancouver,America/Winnipeg
870 US-AR America/Chicago
872 US-IL America/Chicago
873 CA-QC America/Toronto
878 US-PA America/New_York
879 CA-NL America/Puerto_Rico,America/St_Johns
901 US-TN America/Chicago
902 CA-NS,CA-PE America/Halifax
903 US-TX America/Chicago
904 US-FL America/New_York
905 CA-ON America/Toronto
906 US-MI America/Chicago,America/New_York
907 US-AK America/Adak,America/Anchorage,America/Juneau,Pacific/Honolulu
908 US-NJ America/New_York
909 US-CA America/Los_Angeles
910 US-NC America/New_York
912 US-GA America/New_York
913 US-KS America/Chicago
914 US-NY America/New_York
915 US-TX America/Denver
916 US-CA America/Los_Angeles
917 US-NY America/New_York
918 US-OK America/Chicago
919 US-NC America/New_York
920 US-WI America/Chicago
925 US-CA America/Los_Angeles
928 US-AZ America/Denver,America/Phoenix
929 US-NY America/New_York
930 US-IN America/New_York
931 US-TN America/Chicago
934 US-NY America/New_York
936 US-TX America/Chicago
937 US-OH America/New_York
938 US-AL America/Chicago
940 US-TX America/Chicago
941 US-FL America/New_York
942 CA-ON America/Toronto
943 US-GA America/New_York
945 US-TX America/Chicago
947 US-MI America/New_York
948 US-VA America/New_York
949 US-CA America/Los_Angeles
951 US-CA America/Los_Angeles
952 US-MN America/Chicago
954 US-FL America/New_York
956 US-TX America/Chicago
959 US-CT America/New_York
970 US-CO America/Denver
971 US-OR America/Los_Angeles
972 US-TX America/Chicago
973 US-NJ America/New_York
975 US-MO America/Chicago
978 US-MA America/New_York
979 US-TX America/Chicago
980 US-NC America/New_York
983 US-CO America/Denver
984 US-NC America/New_York
985 US-LA America/Chicago
986 US-ID America/Boise,America/Los_Angeles
989 US-MI America/New_York
`;

/** Of other calling codes with several zones: the zones, and the prefixes of numbers there, with the calling code. */
export const OTHER_PREFIXES = `
Africa/Kinshasa 2431 2433 2434 2435 2436
Africa/Kinshasa,Africa/Lubumbashi 2438 2439
Africa/Lubumbashi 2432
America/Cancun 52983 52984 52987 52998
America/Ciudad_Juarez 52656
America/Curacao 5996 5999
America/Godthab 2991 2992 2993 2994 2995 2996 2998 2999
America/Guayaquil 5932 5933 5934 5935 5936 5937 5939
America/Guayaquil,Pacific/Galapagos 5931 59352
America/Kralendijk 5993 5994 5997
America/Manaus 55553682 5565 5566 5567 5569 559
America/Matamoros 52867 52877 52878 52894 52899
America/Mazatlan 52311 52319 52323 52324 52325 52327 52389 52612 52613 52614 52615 5262 5263 5264 52651 52652 52653 52657 52659 52660 52662 52667 52668 52669 52672 52673 52687 5269
America/Mazatlan,America/Mexico_City 52649
America/Mexico_City 522 523 524 525 52618 52663 52671 52674 52675 52676 52677 527 528 529
America/Mexico_City,America/New_York 52201
America/Mexico_City,America/Tijuana 52200
America/Noronha 55812 5581300 55813013 55813016 55813017 55813018 55813022 55813024 55813027 55813029 55813042 55813043 55813044 55813047 55813054 55813056 55813057 55813058 5581306 55813070 55813085 55813098 558131 55813200 55813206 55813208 55813209 55813210 55813211 55813215 55813218 55813219 55813220 5581323 55813240 55813245 55813246 55813247 55813248 55813250 55813258 55813259 55813260 55813261 55813262 55813263 5581327 5581328 5581329 55813300 55813306 55813307 55813308 55813309 55813310 55813313 55813315 55813321 55813324 55813329 5581333 55813340 55813346 55813347 55813348 55813349 5581335 5581336 55813370 55813373 55813374 5581338 5581339 5581340 55813410 55813415 55813417 55813418 55813420 55813430 55813440 55813450 55813460 55813470 55813480 55813485 55813488 55813489 55813490 55813496 558135 5581360 5581361 55813620 55813623 55813630 55813632 55813640 55813650 55813659 5581366 55813670 55813672 55813674 55813677 55813680 55813690 55813696 55813697 55813698 558137 558138 558139 55814 55815 55817 55819
America/Ojinaga 52626
America/Rio_Branco 5568
America/Santiago 561 562 56322 56323 5633 5634 5635 564 565 566 567 568 569
America/Sao_Paulo 551 552 553 554 5550 5551 5553 5554 5555 5561 5562 5563 5564 55673480 55693527 557 558 5590 55912121 55912122 55912123 55912992 55913004 5591301 55913028 55913031 55913032 55913033 55913038 55913039 55913072 55913073 55913075 5591308 5591311 55913120 55913121 55913131 55913181 55913182 55913184 55913194 55913199 559132 55913311 55913321 55913322 55913323 5591334 55913351 55913352 55913353 55913355 55913366 55913397 55913411 55913412 55913423 55913425 55913429 55913434 5591344 55913456 5591346 55913481 55913482 55913483 55913484 55913485 55913494 55913521 55913556 55913605 55913606 55913617 55913621 55913633 55913636 55913637 55913658 55913661 55913662 55913665 55913692 55913694 55913711 55913712 5591372 5591373 55913741 55913744 55913746 5591375 55913764 55913765 55913767 5591377 55913781 55913783 55913784 55913795 55913796 55913798 55913802 55913803 55913809 55913811 55913812 55913817 55913821 55913822 55913823 55913829 5591400 55914040 55914042 55914103 55914104 55914107 55914141 559198 5591991 5591992 5591993 55919960 55919961 55919962 55919963 55919964 5591998 5591999 55925009 55932101 55932122 55933016 55933017 55933062 55933063 55933064 55933067 55933222 55933502 55933505 55933512 55933514 55933515 55933517 55933518 5593352 5593353 5593354 55933552 55933557 55933558 55933559 55933563 55933574 55933582 55933589 55933593 55933596 55933597 55933598 55933735 55933736 55933737 55933793 55939810 55939811 55939812 55939813 55939840 55939841 55939880 55939881 5593991 55939920 55939921 55939922 55939923 55939924 55939965 55939990 55939991 55939995 55939997 55942101 55942103 55943012 55943013 55943016 55943018 55943222 55943301 55943309 55943311 55943312 55943315 55943319 5594332 55943331 55943332 55943333 55943335 55943337 5594334 5594335 55943364 55943365 55943366 55943379 55943382 55943385 55943386 55943392 5594342 55943431 55943432 55943433 55943434 55943435 55943491 55943778 55943779 55943785 55943786 55943787 5594981 55949840 55949841 55949842 55949880 55949881 5594991 5594992 55949930 55949966 55949990 55949991 55949992 55949995 55949997 5596 5598 5599
America/Scoresbysund 29999
America/Thule 29997
America/Tijuana 52616 52646 52658 52661 52664 52665 52686
Arctic/Longyearbyen 4779
Asia/Almaty 771 772 779
Asia/Almaty,Asia/Aqtobe 77
Asia/Almaty,Asia/Aqtobe,Europe/Moscow 7800 7808 7809 7810
Asia/Anadyr 7427
Asia/Aqtobe 7711 7712 7713 7729
Asia/Choibalsan 976158 976258
Asia/Choibalsan,Asia/Ulaanbaatar 9761362 9762362
Asia/Hovd 97614 97624
Asia/Irkutsk 7301 7395
Asia/Jakarta 622 6231 6232 6233 6234 6235 62513 62515 62519 62522 62525 62528 6253 6256 626 627 628 62920 62958 62963 62979
Asia/Jakarta,Asia/Jayapura 62915 62952
Asia/Jakarta,Asia/Makassar 62007 621 62379 62458 62516 62539 6280 62811 62818 62819 62824 62829 62831 62833 62834 62839 62853 62868 62876 62887
Asia/Jayapura 6290 6291 6292 62951 62955 62956 62957 62962 62966 62967 62969 62971 62975 6298
Asia/Jayapura,Asia/Makassar 62403
Asia/Kamchatka 7415
Asia/Krasnoyarsk 7384 7385 7388 7390 7391 7394
Asia/Magadan 7413
Asia/Makassar 6236 6237 6238 624 62511 62512 62517 62518 62526 62527 6254 6255
Asia/Novosibirsk 7382 7383
Asia/Omsk 7381
Asia/Sakhalin 7424
Asia/Ulaanbaatar 97611 97612 97613 97615 97621 97622 97623 97625 97626 9765 9766 9767 9768 9769
Asia/Vladivostok 7421 7423 7426
Asia/Yakutsk 7302 7411 7416
Asia/Yekaterinburg 733 734 735
Atlantic/Azores 351292 351295 351296
Atlantic/Azores,Europe/Lisbon 3511 3513 3516 3517 3518 3519
Atlantic/Canary 34822 34827 34828 34922 34928
Australia/Adelaide,Australia/Eucla,Australia/Perth 61890393 61890395
Australia/Adelaide,Australia/Perth 618510 61851100 61851116 61851119 6185112 6185113 61851140 61851141 61851142 61851143 61851144 61851156 61851158 61851185 61851187 61851209 6185121 61851221 61851227 61851228 61851229 61851231 61851236 61851237 61851238 61851239 6185127 6185128 6185129 61855 6186 6187 6188 6189
Australia/Adelaide,Australia/Perth,Indian/Christmas 61891006 61891007 61891008 61891009 61891149 61891178 61891181 61891209 61891263 61891312 61891326 61891375 61891456 61891497 61891700 61891701 61891710 61891711 61891712
Australia/Adelaide,Australia/Perth,Indian/Cocos 61891010 61891011 61891012 61891029 61891122 61891150 61891179 61891182 61891210 61891264 61891308 61891322 61891368 61891428 61891498 61891702 61891959
Australia/Brisbane 61721000 61721001 61721002 61721003 6172101 6172102 6172103 6172104 6173018 6173019 617303 6173040 6173041 6173046 617305 61730600 6173061 61730640 61730641 61730643 61730651 61730659 6173066 6173067 6173068 6173069 617307 617308 61730923 61730938 6173096 6173097 61730992 61731 617322 617323 617326 6173291 6173292 6173295 6173296 6173300 61733095 61733099 6173316 6173319 6173322 6173330 6173333 6173342 617335 617336 6173403 6173404 6173405 6173406 6173407 6173411 6173414 617342 6173434 6173435 6173443 6173452 6173455 6173456 6173457 6173460 6173493 61734973 61734974 61734975 61734976 617350 617353 6173540 6173546 6173547 6173548 617355 61735678 617360 6173613 617362 617363 61736404 61736405 61736406 61736409 6173646 6173647 6173648 6173666 61736677 61736678 61736679 61736680 617370 617371 617372 617373 6173748 6173777 61737788 6173811 6173815 6173823 6173828 61738348 61738359 6173887 617389 6173900 6173901 6173904 6173905 6173910 61739110 61739111 61739112 6173914 6173915 61739160 61739161 6173917 6173918 6173922 6173924 61739475 6173999
Australia/Lord_Howe 61255053 61255143 61255213 61255280 61255307 61255369 61255413 61255568 61255936 61255937 61265080 61265081 61265082 61265099 61265164 61265251 61265296 61265341 61265606 61265632 61265998
Australia/Perth 61851087 6185109 618511 6185120 61851224 61851225 61851226
Australia/Sydney 611 612 613 614 617 61851205 61851230 61851232 61851233 61851234 6185124 6185125 6185126 618513 618514
Europe/Bucharest 740
Europe/Bucharest,Europe/Moscow 7840
Europe/Guernsey 441481
Europe/Guernsey,Europe/Isle_of_Man,Europe/London 353539253 443 445 4470 4471 4472 4473 4474 4475 44760 44762 44763 447640 447641 447643 447644 447646 44765 44766 44767 44768 447693 447699 4477 4478 4479 448 449
Europe/Helsinki 3581 3582 3583 3585 3586 3588 3589
Europe/Helsinki,Europe/Mariehamn 35810 35820 35829 35830 35839 3584 35850 35860 3587 35880
Europe/Isle_of_Man 441624
Europe/Jersey 441534
Europe/Lisbon 3512
Europe/London 441 442
Europe/Madrid 344 345 346 347 348 349
Europe/Mariehamn 35818
Europe/Moscow 736 747 748 749 7803 7804 781 782 783 7841 7843 7844 7845 7847 7855 7856 7857 786 787 79
Europe/Oslo 470 472 473 474 475 476 477 478 479
Europe/Rome 390 394 397
Europe/Rome,Europe/Vatican 390878 391 393 395 398
Europe/Samara 7341 7842 7846 7848 7851
Europe/Vatican 3906698
Indian/Christmas 61851001 61851030 61851059 61851088 61851117 61851146 61851175 61851204 61851222 61851235 6189164 61891958
Indian/Cocos 61851002 61851031 61851060 61851089 61851118 61851176 61851223 6189162 61891703
Indian/Mayotte 2622689 262269 26263 2627093 2629398 2629478 2629769
Indian/Mayotte,Indian/Reunion 26280
Indian/Reunion 262262 262263 2622688 26269 2627092 26281 26282 26288 26289 2629399 2629479 2629762 2629763
Pacific/Auckland 641 642 643 644 645 646 647 648 649
Pacific/Chatham 64330
Pacific/Easter 5632
Pacific/Gambier,Pacific/Marquesas,Pacific/Tahiti 68980 68987
Pacific/Kosrae 69137
Pacific/Kosrae,Pacific/Ponape,Pacific/Truk 6918 6919
Pacific/Ponape 69132 691920 691921 691924 691926
Pacific/Tahiti 6894 68988 68989
Pacific/Truk 6913 691933
`;
